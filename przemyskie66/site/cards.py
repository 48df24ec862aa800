"""Playing cards as drawings: one sprite a page, one small element a card.

Classes, shared with the playing page:

- ``.card[data-card][data-suit]``: one card, a span or a button; it holds ``<svg><use href="#card-HT"/></svg>``
- ``.card-inline[data-suit]``: a card within a sentence
- ``.hand``: cards side by side, overlapping where there is no room
- ``.suit[data-suit]``: a suit's sign alone, ``<svg class="suit"><use href="#suit-H"/></svg>``

The sprite must stand in the page (:func:`sprite`): browsers refuse drawings from another file when a
page is opened from disk. The theme adds it to every page that refers to it.
"""

from collections.abc import Iterable
from functools import cache

from przemyskie66.site.html import el, element

SUITS = "CDHS"
RANKS = "9JQKTA"

SUIT_NAMES = {
    "pl": {"C": "trefl", "D": "karo", "H": "kier", "S": "pik"},
    "en": {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"},
}
RANK_NAMES = {
    "pl": {"9": "dziewiątka", "J": "walet", "Q": "dama", "K": "król", "T": "dziesiątka", "A": "as"},
    "en": {"9": "nine", "J": "jack", "Q": "queen", "K": "king", "T": "ten", "A": "ace"},
}
#: What stands in a card's corner.
RANK_SIGNS = {
    "pl": {"9": "9", "J": "W", "Q": "D", "K": "K", "T": "10", "A": "A"},
    "en": {"9": "9", "J": "J", "Q": "Q", "K": "K", "T": "10", "A": "A"},
}

# Each sign is drawn in a square of 24 units.
SUIT_PATHS = {
    "C": "M12 2a4.7 4.7 0 0 1 3.7 7.6 4.7 4.7 0 1 1-2.9 6.3c.2 2.8 1 4.8 2.7 6.1h-7c1.7-1.3 2.5-3.3 2.7-6.1"
    "a4.7 4.7 0 1 1-2.9-6.3A4.7 4.7 0 0 1 12 2z",
    "D": "M12 1.6C14 5.8 16.9 9.4 20.4 12 16.9 14.6 14 18.2 12 22.4 10 18.2 7.1 14.6 3.6 12 7.1 9.4 10 5.8 12 1.6z",
    "H": "M12 21.6C5.4 15.9 2 12.1 2 8.2 2 5 4.3 2.9 7.1 2.9c2 0 3.9 1.2 4.9 3.2 1-2 2.9-3.2 4.9-3.2"
    "C19.7 2.9 22 5 22 8.2c0 3.9-3.4 7.7-10 13.4z",
    "S": "M12 1.8c1.6 4.1 9 7.6 9 12.4 0 2.7-2 4.5-4.3 4.5-1.7 0-3.1-1-3.9-2.4.1 2.5 1 4.4 2.7 5.7h-7"
    "c1.7-1.3 2.6-3.2 2.7-5.7-.8 1.4-2.2 2.4-3.9 2.4C5 18.7 3 16.9 3 14.2 3 9.4 10.4 5.9 12 1.8z",
}
# Head-dresses of the court, drawn around the origin; the card shows each twice, as cards do.
COURT_PATHS = {
    "K": "M-19 12h38l3-24-11 9L0-19-11-3l-11-9zM-19 15h38v5h-38zM-1.4-30h2.8v3.2h3.2v2.8H1.4v4h-2.8v-4h-3.2v-2.8h3.2z",
    "Q": "M-18 12h36l5-20-11 10-5-15-7 14-7-14-5 15L-23-8zM-18 15h36v4h-36z"
    "M-23-9a3 3 0 1 0-.1 0zM-7-16a3 3 0 1 0-.1 0zM7-16a3 3 0 1 0-.1 0zM23-9a3 3 0 1 0-.1 0z",
    "J": "M-20 11c0-14 9-22 21-22 9 0 16 5 19 13-3 4-8 6-14 6-9 0-18 1-26 3zM-20 14h34v5h-34z"
    "M-3-12c1-10 9-17 22-18-2 4-3 5-6 6 2 0 3 0 5-1-2 5-5 7-8 8 2 0 3 0 4-.5-3 4-9 6-17 5.5z",
}


def card_name(card: str, lang: str) -> str:
    """Return the name of *card* (``"HT"``) in words: ``dziesiątka kier``, ``ten of hearts``."""
    rank, suit = RANK_NAMES[lang][card[1]], SUIT_NAMES[lang][card[0]]
    return f"{rank} of {suit}" if lang == "en" else f"{rank} {suit}"


def card(code: str, lang: str, *, tag: str = "span", class_: str = "") -> element:
    """Return the drawing of the card *code* (``"HT"``), named for those who do not see it."""
    drawing = el("svg", el("use", href=f"#card-{code}"), viewBox="0 0 100 140", aria_hidden="true")
    return el(
        tag,
        drawing,
        class_=f"card {class_}".strip(),
        data_card=code,
        data_suit=code[0],
        role="img" if tag == "span" else None,
        aria_label=card_name(code, lang),
    )


def hand(codes: Iterable[str], lang: str, **marks: str) -> element:
    """Return cards side by side; *marks* gives single cards a further class."""
    cards = [el("li", card(code, lang, class_=marks.get(code, ""))) for code in codes]
    return el("ul", cards, class_="hand", role="list")


def card_inline(code: str, lang: str) -> element:
    """Return a card as it stands within a sentence: ``10`` and the sign of its suit."""
    sign = el(
        "svg", el("use", href=f"#suit-{code[0]}"), class_="suit", viewBox="0 0 24 24", aria_hidden="true"
    )
    return el(
        "span",
        el("span", RANK_SIGNS[lang][code[1]], aria_hidden="true"),
        sign,
        el("span", card_name(code, lang), class_="visually-hidden"),
        class_="card-inline",
        data_suit=code[0],
    )


def suit_inline(suit: str, lang: str) -> element:
    """Return a suit within a sentence: its sign and its name."""
    sign = el("svg", el("use", href=f"#suit-{suit}"), class_="suit", viewBox="0 0 24 24", aria_hidden="true")
    return el("span", sign, "\u00a0", SUIT_NAMES[lang][suit], class_="card-inline", data_suit=suit)


def _pip(suit: str, x: float, y: float, size: float, *, turned: bool = False) -> str:
    turn = f" rotate(180 {x:g} {y:g})" if turned else ""
    transform = f"translate({x - size / 2:g} {y - size / 2:g}) scale({size / 24:.3g})"
    return f'<use href="#sign-{suit}" transform="{turn.strip()}{" " if turn else ""}{transform}"/>'


def _twice(drawing: str) -> str:
    """Return *drawing* and the same turned upside down about the middle of the card."""
    return f'<g>{drawing}</g><g transform="rotate(180 50 70)">{drawing}</g>'


def _face(suit: str, rank: str) -> str:
    if rank == "A":
        return _pip(suit, 50, 70, 46)
    if rank in COURT_PATHS:
        frame = '<rect x="26" y="13" width="48" height="114" rx="3" fill="none" stroke="currentColor"/>'
        emblem = f'<path transform="translate(50 54) scale(.84)" d="{COURT_PATHS[rank]}"/>'
        return (
            frame
            + _twice(emblem + _pip(suit, 35, 23, 13))
            + '<path d="M26 70h48" stroke="currentColor" stroke-width=".6"/>'
        )
    pips = "".join(_pip(suit, x, y, 17) for x in (35, 65) for y in (26, 55))
    if rank == "T":
        return _twice(pips + _pip(suit, 50, 40.5, 17))
    return _twice(pips) + _pip(suit, 50, 70, 17)


@cache
def sprite(lang: str) -> str:
    """Return the hidden drawing that all cards of a page refer to."""
    signs = "".join(f'<path id="sign-{suit}" d="{path}"/>' for suit, path in SUIT_PATHS.items())
    suits = "".join(
        f'<symbol id="suit-{suit}" viewBox="0 0 24 24"><use href="#sign-{suit}"/></symbol>' for suit in SUITS
    )
    cards = []
    for suit in SUITS:
        for rank in RANKS:
            sign = RANK_SIGNS[lang][rank]
            narrow = ' textLength="19" lengthAdjust="spacingAndGlyphs"' if sign in ("10", "W") else ""
            index = f'<text x="13" y="27" text-anchor="middle"{narrow}>{sign}</text>' + _pip(suit, 13, 40, 14)
            cards.append(
                f'<symbol id="card-{suit}{rank}" viewBox="0 0 100 140">{_twice(index)}{_face(suit, rank)}</symbol>'
            )
    return (
        '<svg class="card-sprite" width="0" height="0" aria-hidden="true" focusable="false">'
        f"<defs>{signs}</defs>{suits}{''.join(cards)}</svg>"
    )
