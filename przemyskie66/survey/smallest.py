"""The smallest deal that shows what two readings of a rule change, searched for and shrunk.

The search is hypothesis's, made repeatable: it tries the last cards of a deal first, then whole
deals, and shrinks what it finds. Positions are composed: the tricks and points taken add up, but nobody has
shown how they were reached.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Any

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from przemyskie66.engine import Action, Deal, DealRecord, Game, Position, Ruleset, Tally, found_in, replay
from przemyskie66.engine.cardplay import trick_tables
from przemyskie66.engine.cards import CARD_COUNT, SUITS, mask_of
from przemyskie66.engine.contracts import EARLIER, NAMED, SUIT_GAME, terms_of
from przemyskie66.engine.deal import seat_names
from przemyskie66.engine.generator import SplitMix64
from przemyskie66.engine.legality import legal_cards
from przemyskie66.engine.play import OVER
from przemyskie66.engine.ruleset import PHASED
from przemyskie66.errors import Przemyskie66Error
from przemyskie66.rulebook import Archive, Json
from przemyskie66.survey.chunk import players_of
from przemyskie66.survey.contrasts import Contrast
from przemyskie66.survey.store import record_id

#: How many positions of each size, and how many whole deals, are tried before the search goes on.
TRIES = {"positions": 600, "deals": 3000}

#: Cards left in a hand of a position, the fewest first.
SIZES = (1, 2, 3)

#: Cards in the hands that are all looked at where a duty of play is searched.
DUTY_CARDS = 2

#: Areas of rules that show only in whole deals: there is no choice in the middle of one.
_WHOLE_DEALS = ("choice", "deal")

#: Areas of rules that only allow or forbid: the same actions settle alike where both allow them.
_ALLOW_OR_FORBID = ("play",)


@dataclass(frozen=True)
class Demonstration:
    """A start, some actions, and what becomes of them under two readings of a rule."""

    deal: Deal
    position: Position | None
    blind: bool
    seed: int | None
    actions: tuple[Action, ...]
    found: dict[str, dict[str, Any]]  #: by reading, in the shape of a record's expectation


@dataclass(frozen=True)
class _Trial:
    deal: Deal
    position: Position | None
    blind: bool
    seed: int | None
    actions: tuple[Action, ...]
    a: dict[str, Any]
    b: dict[str, Any]

    def __repr__(self) -> str:
        return f"{len(self.actions)} actions"


def smallest(a: Ruleset, b: Ruleset, rule: str, area: str) -> Demonstration | None:
    """Return the smallest demonstration found that *a* and *b*, two readings of *rule*, end differently.

    *area* is the rule's. Rather a settlement that differs than an action that only one of them
    allows; rather few cards than many, a suit game than another. Duties of play are not searched by
    chance: every trick and every hand of two cards is looked at. ``None`` means that what :func:`tries`
    tells showed no difference; it is no proof that there is none.
    """
    if rule in PHASED:
        return _by_duty(a, b, rule)
    kinds = (_is_refused_by_one,) if area in _ALLOW_OR_FORBID else (_settles_differently, _is_refused_by_one)
    games: list[tuple[str, ...]] = [(SUIT_GAME,)]
    if a.contract_rank:
        games.append(a.contract_rank[1:])
    starts = [
        (_positions(a, b, size, some), TRIES["positions"])
        for size in SIZES
        for some in games
        if area not in _WHOLE_DEALS
    ]
    for differs in kinds:
        for trials, tries in starts:
            if (trial := _find(trials, differs, tries)) is not None:
                return _demonstration(trial, a, b, rule)
        if (trial := _shortest_deal(a, b, differs)) is not None:
            return _demonstration(trial, a, b, rule)
    return None


def tries(rule: str, area: str) -> dict[str, Json]:
    """Return what :func:`smallest` tries for *rule* of *area* before it gives up, as the archive keeps it.

    The shape is that of :func:`~przemyskie66.survey.store.write_searched`.
    """
    if rule in PHASED:
        return {"exhaustive": DUTY_CARDS}
    if area in _WHOLE_DEALS:
        return {"deals": TRIES["deals"]}
    return {"positions": TRIES["positions"], "sizes": list(SIZES), "deals": TRIES["deals"]}


def _demonstration(trial: "_Trial", a: Ruleset, b: Ruleset, rule: str) -> Demonstration:
    found = {a.reading(rule): trial.a, b.reading(rule): trial.b}
    return Demonstration(trial.deal, trial.position, trial.blind, trial.seed, trial.actions, found)


def _shortest_deal(a: Ruleset, b: Ruleset, differs: Callable[["_Trial | None"], bool]) -> "_Trial | None":
    """Return, of whole deals played by chance under either, the one that differs with the fewest actions."""
    best: _Trial | None = None
    count = players_of(a)
    for number in range(TRIES["deals"]):
        chance = SplitMix64(number)
        deal = Deal.from_seed(number, number % count, seat_names(count))
        blind = bool(a.blind_games) and chance.below(4) == 0
        first = a if number % 2 else b
        game = Game.start(first, deal, blind=blind, silent=True)
        while game.phase != OVER and (best is None or len(game.actions) < len(best.actions)):
            game.do(chance.pick(game.legal_actions()))
        if game.phase == OVER:
            record = replace(_empty(deal), actions=tuple(game.actions), blind=blind, seed=number)
            trial = _played(record, a, b)
            if differs(trial) and (best is None or len(trial.actions) < len(best.actions)):
                best = trial
    return best


def _by_duty(a: Ruleset, b: Ruleset, rule: str) -> Demonstration | None:
    """Return the first trick, in the order of cards, in which *a* and *b* leave a hand of two different cards."""
    count = players_of(a)
    spades = len(SUITS) - 1
    first, second = (trick_tables(ruleset, spades) for ruleset in (a, b))
    for laid in range(1, count):
        for trick in permutations(range(CARD_COUNT), laid):
            state = 0
            for card in trick:
                state = first.after[state][card]
            if first.pairs[state] == second.pairs[state]:
                continue
            left = [card for card in range(CARD_COUNT) if card not in trick]
            for hand in combinations(left, DUTY_CARDS):
                mask = mask_of(hand)
                if legal_cards(mask, first.tiers[state]) == legal_cards(mask, second.tiers[state]):
                    continue
                found = _with_others(a, b, rule, trick, hand, spades)
                if found is not None:
                    return found
    return None


def _with_others(
    a: Ruleset, b: Ruleset, rule: str, trick: tuple[int, ...], hand: tuple[int, ...], trump: int
) -> Demonstration | None:
    """Return the demonstration of a trick that the holder of *hand* answers, the others having one more card each."""
    count = players_of(a)
    left = [card for card in range(CARD_COUNT) if card not in (*trick, *hand)]
    holder = len(trick)
    for more in permutations(left, count - 1):
        others = iter(more)
        hands = [hand if seat == holder else (*trick[seat : seat + 1], next(others)) for seat in range(count)]
        spare = iter(card for card in left if card not in more)
        hands = [tuple(held) if len(held) == DUTY_CARDS else (*held, next(spare)) for held in hands]
        points, tricks = _points(a), CARD_COUNT // count - DUTY_CARDS
        rest = 120 - sum(points[card] for held in hands for card in held)
        taken = tuple(Tally(tricks, rest) if seat == count - 1 else Tally() for seat in range(count))
        deal = Deal(seat_names(count), count - 1, tuple(hands))
        position = Position(
            deal.seats, deal.dealer, deal.hands, 0 if count > 2 else None, 0, trump, taken=taken
        )
        for card in hand:
            actions = [Action(seat, "play", card=played) for seat, played in enumerate((*trick, card))]
            record = replace(_empty(deal, position), actions=tuple(actions))
            trial = _played(record, a, b)
            if not _is_refused_by_one(trial) or len(trial.actions) != len(actions):
                continue
            game = replay(record, b if "refused" in trial.a else a).game
            while game.phase != OVER:  # so that it is seen to end where it is allowed
                game.apply(game.legal_actions()[0])
            trial = _played(replace(record, actions=tuple(game.actions)), a, b)
            found = {a.reading(rule): trial.a, b.reading(rule): trial.b}
            return Demonstration(trial.deal, trial.position, False, None, tuple(game.actions), found)
    return None


def _settles_differently(trial: "_Trial | None") -> bool:
    return (
        trial is not None
        and trial.a.get("settlement") != trial.b.get("settlement")
        and all("settlement" in found for found in (trial.a, trial.b))
    )


def _is_refused_by_one(trial: "_Trial | None") -> bool:
    return trial is not None and ("refused" in trial.a) != ("refused" in trial.b)


def _find(
    trials: "st.SearchStrategy[_Trial | None]", differs: Callable[["_Trial | None"], bool], tries: int
) -> "_Trial | None":
    steady = settings(
        max_examples=tries,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    try:
        return find(trials, differs, settings=steady)
    except NoSuchExample:
        return None


def _play(draw: Any, record: DealRecord, a: Ruleset, b: Ruleset) -> "_Trial | None":
    """Play on as drawn under one of the rulesets and see what the other says of it."""
    first, second = (a, b) if draw(st.booleans()) else (b, a)
    try:
        game = record.begin(first)
        record.begin(second)
    except Przemyskie66Error:
        return None
    while game.phase != OVER and len(game.actions) < 60:
        legal = game.legal_actions()
        game.apply(legal[draw(st.integers(0, len(legal) - 1))])
    return _played(replace(record, actions=tuple(game.actions)), a, b)


def _played(record: DealRecord, a: Ruleset, b: Ruleset) -> _Trial:
    """Return what becomes of *record* under both; one of them plays it to its end."""
    first, second = (replay(record, ruleset, silent=True) for ruleset in (a, b))
    return _Trial(
        record.deal,
        record.position,
        record.blind,
        record.seed,
        record.actions,
        found_in(first),
        found_in(second),
    )


def _empty(deal: Deal, position: Position | None = None) -> DealRecord:
    return DealRecord("trial", {}, "trial", deal, position=position)


@st.composite
def _positions(draw: Any, a: Ruleset, b: Ruleset, size: int, games: tuple[str, ...]) -> "_Trial | None":
    count = players_of(a)
    # Two suits make the duties of play meet far more often than four.
    several = size * count
    pack = draw(st.sampled_from([CARD_COUNT // 2, CARD_COUNT])) if several <= CARD_COUNT // 2 else CARD_COUNT
    cards = draw(st.lists(st.integers(0, pack - 1), min_size=several, max_size=several, unique=True))
    hands = tuple(tuple(cards[size * seat : size * (seat + 1)]) for seat in range(count))
    seats, dealer = seat_names(count), count - 1
    contract = draw(st.sampled_from(games))
    declarer = draw(st.integers(0, count - 1)) if count > 2 else None
    trump = None
    if declarer is None or terms_of(a, contract).trump in (NAMED, EARLIER):
        trump = draw(st.integers(0, len(SUITS) - 1))
    points = _points(a)
    position = Position(
        seats=seats,
        dealer=dealer,
        hands=hands,
        declarer=declarer,
        leader=draw(st.integers(0, count - 1)),
        trump=trump,
        taken=_taken(draw, count, [points[card] for card in range(CARD_COUNT) if card not in cards]),
        doubles=draw(st.sampled_from([0, 0, 0, 1, 2])) if a.doubling == "each-call-doubles" else 0,
        contract=contract,
        blind=draw(st.sampled_from([False, False, True]))
        if a.blind_games and contract in a.blind_games
        else False,
        refused=draw(st.booleans()) if a.refusal_stake else False,
    )
    return _play(draw, _empty(Deal(seats, dealer, hands), position), a, b)


def _points(ruleset: Ruleset) -> list[int]:
    return [ruleset.card_points[card % len(ruleset.card_points)] for card in range(CARD_COUNT)]


def _taken(draw: Any, count: int, gone: Sequence[int]) -> tuple[Tally, ...]:
    """Share out the tricks already taken and the points of the cards in them, *gone*, all of them."""
    left = len(gone) // count
    shares = [draw(st.integers(0, left)) for _ in range(count - 1)]
    taken_tricks = []
    for share in shares:
        taken_tricks.append(min(share, left))
        left -= taken_tricks[-1]
    taken_tricks.append(left)
    dearest = sorted(gone, reverse=True)
    rest = sum(gone)
    points = []
    for seat in range(count):
        most = min(rest, sum(dearest[: count * taken_tricks[seat]]))
        least = max(
            0, rest - sum(dearest[: count * sum(taken_tricks[seat + 1 :])])
        )  # the others hold no more
        points.append(draw(st.integers(least, most)))
        rest -= points[-1]
    melds = [draw(st.sampled_from([0, 0, 0, 20, 40])) for _ in range(count)]
    return tuple(Tally(*three) for three in zip(taken_tricks, points, melds, strict=True))


def record_of(archive: Archive, contrast: Contrast, found: Demonstration) -> DealRecord:
    """Return the deal record of a demonstration of *contrast*."""
    rule = archive.rules[contrast.rule]
    texts = [rule.reading(reading).text for reading in (contrast.a, contrast.b)]
    title = {
        "pl": f"{rule.title.pl}: najmniejsze znalezione rozdanie, które pokazuje różnicę",
        "en": f"{rule.title.en}: the smallest deal found that shows the difference",
    }
    note = {
        "pl": f"Ułożone i zmniejszone przez program. Odczytania: 1. {texts[0].pl} 2. {texts[1].pl}",
        "en": f"Composed and made small by the program. Readings: 1. {texts[0].en} 2. {texts[1].en}",
    }
    return DealRecord(
        id=record_id(contrast),
        title=title,
        note=note,
        ruleset=contrast.base,
        deal=found.deal,
        position=found.position,
        blind=found.blind,
        seed=found.seed,
        actions=found.actions,
        contrast={"rule": contrast.rule, "readings": found.found},
    )
