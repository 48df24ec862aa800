"""How far the witnesses agree: a square of pairs, and the rules behind its figures."""

from docutils import nodes

from przemyskie66.rulebook import Bilingual
from przemyskie66.rulebook.agreement import Pair, speaking
from przemyskie66.site.edition import Edition
from przemyskie66.site.html import Child, el, flatten, joined, ref

TIES: dict[str, Bilingual] = {
    "reports": Bilingual("jeden podaje słowa drugiego", "one reports the other"),
    "one-reporter": Bilingual("obu podaje ta sama strona", "the same page reports both"),
    "leans-on": Bilingual("jeden zależy od drugiego", "one leans on the other"),
}


def agreement_matrix(edition: Edition, _: str) -> list[nodes.Node]:
    """Return the square of witnesses: common rules, agreement and difference of every pair."""
    say = edition.say
    names = speaking(edition.archive)
    pairs = {frozenset((pair.first, pair.second)): pair for pair in edition.agreement}
    head = el(
        "tr",
        el("th", say("Świadek", "Witness"), scope="col"),
        [el("th", ref("witness", name, edition.witness_short(name)), scope="col") for name in names],
    )
    rows = [
        el(
            "tr",
            el("th", ref("witness", name, edition.witness_short(name)), scope="row"),
            [
                el("td", "–", class_="pair-self")
                if other == name
                else _cell(edition, pairs[frozenset((name, other))])
                for other in names
            ],
        )
        for name in names
    ]
    title = say("Zgodność świadków, para po parze", "Agreement of the witnesses, pair by pair")
    words = say(
        "Reguły, na które odpowiadają obaj: zgodnie (=), różnie (≠), o różnych sytuacjach (∥). W nawiasie pary zależne: tych liczb nie wolno brać za potwierdzenie.",
        "Rules that both answer: alike (=), differently (≠), for different situations (∥). In brackets dependent pairs: these figures confirm nothing.",
    )
    table = el("table", el("caption", title), el("thead", head), el("tbody", rows), class_="agreement")
    return [
        el("p", words, class_="label"),
        el("div", table, class_="table-scroll wide", tabindex="0", role="group", aria_label=title),
    ]


def _cell(edition: Edition, pair: Pair) -> nodes.Node:
    counts = {"agree": len(pair.agree), "differ": len(pair.differ), "apart": len(pair.apart)}
    data = {f"data_{name}": str(count) for name, count in counts.items()}
    data["data_pair"] = f"{pair.first} {pair.second}"
    if not pair.common:
        words = edition.say("nic wspólnego", "nothing in common")
        return el("td", words, class_="pair-none", data_independent=_yes(pair), **data)
    said = edition.say(
        f"zgodnie {counts['agree']}, różnie {counts['differ']}, o różnych sytuacjach {counts['apart']}",
        f"alike {counts['agree']}, differently {counts['differ']}, for different situations {counts['apart']}",
    )
    signs = " · ".join(
        f"{sign}\u00a0{counts[kind]}"
        for kind, sign in (("agree", "="), ("differ", "≠"), ("apart", "∥"))
        if kind != "apart" or counts[kind]
    )
    drawn = el("span", signs if pair.independent else f"({signs})", aria_hidden="true")
    dependent = None if pair.tie is None else el("small", edition.word(TIES, pair.tie))
    spoken = el("span", said, class_="visually-hidden")
    class_ = "pair-independent" if pair.independent else "pair-dependent"
    return el("td", drawn, spoken, dependent, class_=class_, data_independent=_yes(pair), **data)


def _yes(pair: Pair) -> str:
    return "yes" if pair.independent else "no"


def agreement_list(edition: Edition, argument: str) -> list[nodes.Node]:
    """Return the rules behind the figures, pair by pair: of independent pairs, or of ``dependent`` ones."""
    wanted = argument != "dependent"
    pairs = [pair for pair in edition.agreement if pair.common and pair.independent == wanted]
    return flatten(_pair(edition, pair) for pair in pairs)


def _pair(edition: Edition, pair: Pair) -> nodes.Node:
    say = edition.say
    names = [edition.witness_short(name) for name in (pair.first, pair.second)]
    one_game = len(pair.one_game)
    games = (
        say("Mówią o dwóch grach krewnych, nie o jednej.", "They speak of two related games, not of one.")
        if not one_game
        else say("Mówią o tej samej grze.", "They speak of one and the same game.")
        if one_game == len(pair.common)
        else say(
            f"O tej samej grze mówią w regułach w liczbie {one_game} z {len(pair.common)}.",
            f"On {one_game} of {len(pair.common)} rules they speak of one and the same game.",
        )
    )
    tie = None if pair.tie is None else (" ", edition.word(TIES, pair.tie).capitalize(), ".")
    kinds = (
        (say("Zgodnie", "Alike"), pair.agree),
        (say("Różnie", "Differently"), pair.differ),
        (say("O różnych sytuacjach", "For different situations"), pair.apart),
    )
    rows: list[Child] = [
        el(
            "li",
            f"{words} ({len(rules)}): ",
            joined(ref("rule", rule, edition.rule_title(rule)) for rule in rules),
            ".",
        )
        for words, rules in kinds
        if rules
    ]
    title = say(" i ", " and ").join(names)
    return el(
        "div",
        el("h3", title[:1].upper() + title[1:]),
        el("p", games, tie, class_="label"),
        el("ul", rows),
        class_="agreement-pair",
        data_pair=f"{pair.first} {pair.second}",
    )
