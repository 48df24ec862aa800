"""The engine: plays every game of the archive, deal by deal, under a ruleset.

Pure values, standard library only, no files and no sources: it runs unchanged in a browser.
It knows rule ids as names, so that a refusal or an event can say which rule acted; it has no
behaviour that does not stand in a :class:`~przemyskie66.engine.ruleset.Ruleset`.

``cards generator`` → ``ruleset`` → ``notation deal trick legality melds contracts`` → ``cardplay outcome
settlement refusal`` → ``state`` → ``choosing staking surrender stock`` → ``play`` → ``session record
players`` → ``cases diff compact session_record``; ``names`` holds words for cards. ``search worth`` → ``solver`` (open
cards) → ``strong`` (a player that asks it).
"""

from przemyskie66.engine.cases import CaseResult, play_case, play_session, run_case
from przemyskie66.engine.deal import Deal, Position, Tally
from przemyskie66.engine.diff import Attribution, Divergence, attribution, first_divergence
from przemyskie66.engine.notation import (
    Action,
    format_action,
    format_card,
    format_cards,
    format_mask,
    parse_action,
    parse_card,
    parse_cards,
)
from przemyskie66.engine.play import Event, Game, View
from przemyskie66.engine.record import (
    DealRecord,
    Replay,
    contrast_failures,
    expectation_failures,
    found_in,
    read_record,
    record_faults,
    record_to_json,
    replay,
    settlement_by_name,
    write_record,
)
from przemyskie66.engine.refusal import REFUSALS, Refusal
from przemyskie66.engine.ruleset import CONTRACTS, OFF, OPTIONS, Option, Ruleset
from przemyskie66.engine.session import DealResult, Line, Session, result_of

__all__ = [
    "CONTRACTS",
    "OFF",
    "OPTIONS",
    "REFUSALS",
    "Action",
    "Attribution",
    "CaseResult",
    "Deal",
    "DealRecord",
    "DealResult",
    "Divergence",
    "Event",
    "Game",
    "Line",
    "Option",
    "Position",
    "Refusal",
    "Replay",
    "Ruleset",
    "Session",
    "Tally",
    "View",
    "attribution",
    "contrast_failures",
    "expectation_failures",
    "first_divergence",
    "format_action",
    "format_card",
    "format_cards",
    "format_mask",
    "found_in",
    "parse_action",
    "parse_card",
    "parse_cards",
    "play_case",
    "play_session",
    "read_record",
    "record_faults",
    "record_to_json",
    "replay",
    "result_of",
    "run_case",
    "settlement_by_name",
    "write_record",
]
