"""A second, slow referee, written apart from the engine, for the engine to be compared with.

It works on card names and asks of each card in turn whether playing it would break a duty, where
the engine narrows a mask duty by duty. It shares no code with the engine and knows the numbers of
Przemyskie 66 and Sixty-six by heart.
"""

from collections.abc import Mapping

ORDER = "9JQKTA"
VALUE = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
SEATS = "ABC"


def higher(card: str, other: str) -> bool:
    """Whether *card* is a stronger card of the same suit."""
    return card[0] == other[0] and ORDER.index(card[1]) > ORDER.index(other[1])


def may_play(card: str, hand: set[str], trick: list[str], trump: str, duties: Mapping[str, str]) -> bool:
    """Whether *card* of *hand* breaks no duty against *trick*."""
    if not trick:
        return True
    led = trick[0][0]
    has_led = any(held[0] == led for held in hand)
    has_trump = any(held[0] == trump for held in hand)
    trumped = led != trump and any(laid[0] == trump for laid in trick)

    def beats_all_of(suit: str, candidate: str) -> bool:
        return candidate[0] == suit and all(higher(candidate, laid) for laid in trick if laid[0] == suit)

    duty_found = False
    if has_led:
        if duties["follow-suit"] == "must":
            duty_found = True
            if card[0] != led:
                return False
        must_beat = duties["beat-in-suit"] == "must" and (not trumped or duties["beat-after-trump"] == "owed")
        if must_beat and any(beats_all_of(led, held) for held in hand):
            duty_found = True
            if card[0] == led and not beats_all_of(led, card):
                return False
    elif has_trump and led != trump:
        can_win = any(beats_all_of(trump, held) for held in hand)
        owes_trump = duties["must-trump"] == "must" and (can_win or duties["undertrump"] == "must")
        if owes_trump:
            duty_found = True
            if card[0] != trump:
                return False
        if trumped and can_win and duties["overtrump"] == "must":
            duty_found = True
            if card[0] == trump and not beats_all_of(trump, card):
                return False
    if not duty_found and duties["free-discard"] == "lowest":
        return all(ORDER.index(card[1]) <= ORDER.index(held[1]) for held in hand)
    return True


def settle(profile: str, dealer: str, actions: list[str]) -> dict[str, int]:
    """Return the settlement points of a finished deal under *profile*, from its written actions."""
    declarer, trump, doubled = "", "", 0
    tricks = dict.fromkeys(SEATS, 0)
    points = dict.fromkeys(SEATS, 0)
    melds = dict.fromkeys(SEATS, 0)
    table: list[tuple[str, str]] = []
    last, announcer = "", ""
    thrown = False
    for line in actions:
        seat, verb, *rest = line.split()
        if verb == "choose":
            declarer, trump = seat, rest[0]
        elif verb == "double":
            doubled += 1
        elif verb == "throw-in":
            thrown = True
        elif verb == "announce":
            announcer = seat
        elif verb == "play":
            if rest[1:] == ["meld"]:
                melds[seat] += 40 if rest[0][0] == trump else 20
            table.append((seat, rest[0]))
            if len(table) == 3:
                best = table[0]
                for entry in table[1:]:
                    if higher(entry[1], best[1]) or (entry[1][0] == trump and best[1][0] != trump):
                        best = entry
                last = best[0]
                tricks[last] += 1
                points[last] += sum(VALUE[card[1]] for _, card in table)
                table = []
    result = dict.fromkeys(SEATS, 0)
    if not declarer:
        return result
    defenders = [seat for seat in SEATS if seat != declarer]
    if thrown and profile in ("instrukcja", "witryna"):
        return {seat: -4 if seat == declarer else 2 for seat in SEATS}

    def cost(took: int, made: int, melded: int) -> int:
        if made + melded >= 33:
            return 1
        return 2 if took or (profile == "wikibooks-3" and melded) else 3

    def cost_of(seat: str) -> int:
        return cost(tricks[seat], points[seat], melds[seat])

    if profile == "wikibooks-3":
        winner = announcer or last
        if winner == declarer:
            took, made, melded = (sum(d[s] for s in defenders) for d in (tricks, points, melds))
            result[declarer] = cost(took, made, melded)
        else:
            for seat in defenders:
                result[seat] = cost_of(declarer)
        return result
    stake = 2**doubled
    if not thrown and points[declarer] + melds[declarer] >= 66:
        for seat in defenders:
            result[seat] -= stake * cost_of(seat)
            result[declarer] += stake * cost_of(seat)
    else:
        for seat in defenders:
            result[seat] += stake * cost_of(declarer)
            result[declarer] -= stake * cost_of(declarer)
    return result
