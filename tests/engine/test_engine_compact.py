"""The short text of a deal: exact both ways, and every fault with line and column."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from przemyskie66.engine import Action, Deal, DealRecord, Position, Tally, read_record, write_record
from przemyskie66.engine.cards import CARD_COUNT
from przemyskie66.engine.compact import compact_faults, is_compact, read_compact, write_compact
from przemyskie66.engine.notation import PARTS
from przemyskie66.engine.ruleset import CONTRACTS
from przemyskie66.errors import NotationError

DEALS = sorted((Path(__file__).parents[2] / "corpus" / "deals").glob("*.deal.json"))

#: However slow the machine is.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

EXAMPLE = """\
% a comment
[P66 1]
[Id "short"]
[Title.pl "Krótkie"]
[Title.en "Short"]
[Ruleset "witryna"]
[Dealer "C"]
[Seed 66]

A: pass =H double
A: HA+ HK
"""


def names() -> st.SearchStrategy[str]:
    """Names of one word, odd ones too."""
    return st.one_of(
        st.sampled_from(
            ["A", "B", "C", "D", "Ala", "Żaneta", "A:", ":", '"', "[x]", "%a", "a/b", "=H", "HA+"]
        ),
        st.text(min_size=1, max_size=5).filter(lambda name: name.split() == [name]),
    )


def texts() -> st.SearchStrategy[dict[str, str]]:
    text = st.text(min_size=1, max_size=30).filter(str.strip)
    return st.fixed_dictionaries({"pl": text, "en": text})


def ids() -> st.SearchStrategy[str]:
    return st.from_regex(r"[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,4}){0,2}", fullmatch=True)


@st.composite
def actions(draw: st.DrawFn, seats: int) -> Action:
    seat, kind = draw(st.integers(0, seats - 1)), draw(st.sampled_from(list(PARTS)))
    suit, contract = st.integers(0, 3), st.sampled_from(CONTRACTS)
    parts = PARTS[kind]
    if "card" in parts:
        return Action(seat, kind, card=draw(st.integers(0, CARD_COUNT - 1)), meld=draw(st.booleans()))
    if "call" in parts:
        game = draw(st.one_of(st.none(), contract))
        return Action(
            seat, kind, contract=game, suit=draw(suit if game is None else st.one_of(st.none(), suit))
        )
    if "suit" in parts:
        return Action(seat, kind, suit=draw(suit))
    return Action(seat, kind, which=draw(st.sampled_from(["hidden", "open"])) if "which" in parts else None)


@st.composite
def positions(draw: st.DrawFn, deal: Deal) -> Position:
    """The middle of *deal*; whether it can be played is not asked."""
    count = len(deal.seats)
    seat, some = st.integers(0, count - 1), st.integers(0, 9)
    declarer = draw(st.one_of(st.none(), seat))
    tallies = st.builds(Tally, some, some, some)
    taken = tuple(draw(st.lists(tallies, min_size=count, max_size=count)))
    return Position(
        seats=deal.seats,
        dealer=deal.dealer,
        hands=deal.hands,
        declarer=declarer,
        leader=draw(seat),
        trump=draw(st.one_of(st.none(), st.integers(0, 3))),
        trick=tuple(draw(st.lists(st.integers(0, CARD_COUNT - 1), max_size=count - 1))),
        taken=taken if any(tally != Tally() for tally in taken) else (),
        doubles=draw(some),
        contract="suit" if declarer is None else draw(st.sampled_from(["suit", *CONTRACTS])),
        blind=draw(st.booleans()),
        refused=draw(st.booleans()),
        stock=deal.stock,
        closed_by=draw(st.one_of(st.none(), seat)),
    )


@st.composite
def records(draw: st.DrawFn) -> DealRecord:
    seats = tuple(draw(st.lists(names(), min_size=2, max_size=4, unique=True)))
    dealer = draw(st.integers(0, len(seats) - 1))
    seed = draw(st.one_of(st.none(), st.integers(0, 2**64 - 1)))
    if seed is None:
        cards = st.lists(st.integers(0, CARD_COUNT - 1), max_size=9)
        deal = Deal(seats, dealer, tuple(tuple(draw(cards)) for _ in seats), tuple(draw(cards)))
    else:
        deal = Deal.from_seed(seed, dealer, seats)
    points = st.one_of(st.integers(-99, 99), st.sampled_from(["8/3", "-1/3"]))
    expected = st.one_of(
        st.fixed_dictionaries({"outcome": ids()}),
        st.fixed_dictionaries({"settlement": st.fixed_dictionaries(dict.fromkeys(seats, points))}),
        st.fixed_dictionaries(
            {"refused": st.fixed_dictionaries({"action": st.text(max_size=9), "rule": ids()})}
        ),
    )
    readings = draw(st.dictionaries(ids(), expected, min_size=2, max_size=2))
    return DealRecord(
        id=draw(ids()),
        title=draw(texts()),
        ruleset=draw(ids()),
        deal=deal,
        actions=tuple(draw(st.lists(actions(len(seats)), max_size=30))),
        note=draw(st.one_of(st.just({}), texts())),
        seed=seed,
        position=draw(st.one_of(st.none(), positions(deal))),
        contrast=draw(
            st.one_of(st.just({}), st.fixed_dictionaries({"rule": ids(), "readings": st.just(readings)}))
        ),
        blind=draw(st.booleans()),
        expect=draw(st.dictionaries(ids(), expected, max_size=2)),
    )


@UNHURRIED
@given(records())
def test_what_is_written_is_read_back(record: DealRecord) -> None:
    """Also through JSON, so that the two forms say the same."""
    text = write_compact(record)
    assert is_compact(text)
    assert read_compact(text) == record
    assert read_record(write_record(read_compact(text))) == record


@pytest.mark.parametrize("path", DEALS, ids=lambda path: path.stem)
def test_the_recorded_deals_in_both_forms(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    text = write_compact(record)
    assert read_compact(text) == record
    assert len(text) < len(path.read_text(encoding="utf-8"))
    assert not is_compact(path.read_text(encoding="utf-8"))


def test_the_order_of_the_hands_is_kept() -> None:
    """The first packet is the first cards of a hand."""
    record = read_compact(EXAMPLE)
    turned = DealRecord(
        record.id, record.title, record.ruleset,
        Deal(record.deal.seats, record.deal.dealer, tuple(hand[::-1] for hand in record.deal.hands)),
    )  # fmt: skip
    assert read_compact(write_compact(turned)).deal.hands[0] == record.deal.hands[0][::-1]


def test_who_acts_follows_from_the_name_before() -> None:
    record = read_compact(EXAMPLE)
    assert [(action.seat, action.kind) for action in record.actions] == [
        (0, "pass"), (1, "choose"), (2, "double"), (0, "play"), (1, "play"),
    ]  # fmt: skip
    assert record.actions[3].meld
    assert record.deal == Deal.from_seed(66, 2)


def test_line_ends_mean_nothing_among_actions() -> None:
    head, _, tail = EXAMPLE.partition("\n\n")
    assert read_compact(f"{head}\n\n{tail.replace(' ', chr(10))}") == read_compact(EXAMPLE)
    assert read_compact(EXAMPLE.replace("\n", "\r\n")) == read_compact(EXAMPLE)


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        ("[P66 1]", "[P66 2]", "line 2, column 6", "a version"),
        ("[P66 1]\n", "", "line 1, column 1", "no deal in this form"),
        ('"short"', '"Not An Id"', "line 3, column 5", "not an id"),
        ('"short"', '"short', "line 3, column 5", "no JSON value"),
        ('"short"]', '"short"', "line 3, column 12", "expected ]"),
        ('"short"]', '"short"] [Id "again"]', "line 3, column 12", "expected ]"),
        ("[Title.pl", "[Titel", "line 4, column 2", "no such tag"),
        ("[Title.pl", "[Title.en", "line 5, column 2", "twice"),
        ('[Title.en "Short"]\n', "", "line 1, column 1", "Title.en is missing"),
        ("[Seed 66]\n", "", "line 1, column 1", "neither Hands nor a Seed"),
        ("[Seed 66]", "[Seed -1]", "line 8, column 7", "not a seed"),
        ("[Seed 66]", '[Hands "HA HT / C9"]', "line 8, column 8", "2 hands for 3 seats"),
        ("[Seed 66]", '[Hands "HA / C9 CX / CT"]', "line 8, column 17", "'CX' is no card"),
        ("[Seed 66]", "[Hands 7]", "line 8, column 8", "no text"),
        ("[Seed 66]", "[Seed NaN]", "line 8, column 7", "no JSON value"),
        ("[Seed 66]", "[Seed ]", "line 8, column 7", "no JSON value"),
        ("[Seed 66]", '[Seed 66]\n[Stock "HA H1"]', "line 9, column 12", "'H1' is no card"),
        ("[Seed 66]", '[Seed 66]\n[Seats "A B"]', "line 7, column 9", "no seat"),
        ("[Seed 66]", '[Seed 66]\n[Seats ""]', "line 9, column 8", "no names"),
        ("[Seed 66]", '[Seed 66]\n[Blind "yes"]', "line 9, column 8", "neither true nor false"),
        ("[Seed 66]", "[Seed 66]\n[Expect.witryna {}]", "line 9, column 17", "expects nothing"),
        ('"C"', '"Z"', "line 7, column 9", "no seat"),
        ("A: pass", "pass", "line 10, column 1", "an action of nobody"),
        ("A: pass", "Q: pass", "line 10, column 1", "no seat of this deal"),
        ("A: pass", "A: B: pass", "line 10, column 1", "a name and no action"),
        ("HK\n", "HK C:\n", "line 11, column 11", "a name and no action"),
        ("=H", "=X", "line 10, column 9", "'X' is no suit"),
        ("=H", "=zyd:H:S", "line 10, column 9", "is no suit"),
        ("=H", "hearts", "line 10, column 9", "no action"),
        ("HK", "HX", "line 11, column 8", "'HX' is no card"),
        ("HA+", "double+", "line 11, column 4", "no action"),
        ("double", "take=it", "line 10, column 12", "no card 'it' to take"),
        ("A: pass", "[Note.pl 1]\nA: pass", "line 10, column 10", "not a text"),
        ("HK\n", 'HK\n[Id "late"]\n', "line 12, column 1", "a tag after the actions"),
    ],
)
def test_every_fault_has_its_line_and_column(old: str, new: str, place: str, words: str) -> None:
    assert old in EXAMPLE
    text = EXAMPLE.replace(old, new, 1)
    faults = compact_faults(text, "x.p66")
    assert (place, True) in {(fault.place, words in fault.message) for fault in faults}, faults
    with pytest.raises(NotationError, match=re.escape(f"x.p66: {place}")):
        read_compact(text, "x.p66")


def test_all_faults_are_listed_in_their_order() -> None:
    text = EXAMPLE.replace('"short"', '"No Id"').replace("=H", "=X").replace("HK", "HX").replace('"C"', '"Z"')
    assert [fault.place for fault in compact_faults(text)] == [
        "line 3, column 5", "line 7, column 9", "line 10, column 9", "line 11, column 8",
    ]  # fmt: skip


@UNHURRIED
@given(st.data())
def test_a_spoilt_text_has_faults_and_nothing_worse(data: Any) -> None:
    """Whatever letters are lost or added, a deal is read or every fault has its place."""
    start = data.draw(st.integers(0, len(EXAMPLE)))
    end = data.draw(st.integers(start, min(len(EXAMPLE), start + 6)))
    text = (
        EXAMPLE[:start]
        + data.draw(st.text(st.sampled_from('[]":= +\n%/{}HAKpsX1-.'), max_size=6))
        + EXAMPLE[end:]
    )
    faults = compact_faults(text)
    if not faults:
        assert read_compact(write_compact(read_compact(text))) == read_compact(text)
    assert all(re.fullmatch(r"line \d+, column \d+", fault.place) for fault in faults)


def test_what_is_too_long_is_no_deal() -> None:
    (fault,) = compact_faults("[P66 1]" + " " * 1_000_001)
    assert "characters" in fault.message
