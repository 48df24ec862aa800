"""The engine: plays one deal of a three-handed suit game under a ruleset.

Pure values, standard library only, no files and no sources: it runs unchanged in a browser.
It knows rule ids as names, so that a refusal or an event can say which rule acted; it has no
behaviour that does not stand in a :class:`~przemyskie66.engine.ruleset.Ruleset`.

``cards notation generator deal`` → ``ruleset`` → ``trick legality melds outcome settlement``
→ ``refusal play`` → ``record players cases diff``
"""

from przemyskie66.engine.cases import CaseResult, play_case, run_case
from przemyskie66.engine.deal import Deal, Position, Tally
from przemyskie66.engine.diff import Divergence, first_divergence
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
    expectation_failures,
    read_record,
    record_faults,
    record_to_json,
    replay,
    settlement_by_name,
    write_record,
)
from przemyskie66.engine.refusal import REFUSALS, Refusal
from przemyskie66.engine.ruleset import OFF, OPTIONS, Option, Ruleset

__all__ = [
    "OFF",
    "OPTIONS",
    "REFUSALS",
    "Action",
    "CaseResult",
    "Deal",
    "DealRecord",
    "Divergence",
    "Event",
    "Game",
    "Option",
    "Position",
    "Refusal",
    "Replay",
    "Ruleset",
    "Tally",
    "View",
    "expectation_failures",
    "first_divergence",
    "format_action",
    "format_card",
    "format_cards",
    "format_mask",
    "parse_action",
    "parse_card",
    "parse_cards",
    "play_case",
    "read_record",
    "record_faults",
    "record_to_json",
    "replay",
    "run_case",
    "settlement_by_name",
    "write_record",
]
