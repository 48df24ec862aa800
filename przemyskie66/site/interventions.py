"""How an intervention of the editors is shown: in the running text, in both views, and in words.

In the text each stands once, with both its forms: what is read as ``ins``, what was found as ``del``. The
view that a reader chooses hides one of them. Signs around them come from the stylesheet, so that
copied and searched text is the text alone.
"""

from docutils import nodes

from przemyskie66.rulebook import Bilingual
from przemyskie66.site.edition import Edition
from przemyskie66.site.html import Child, el, mark, ref
from przemyskie66.text import Correction, Run

KINDS: dict[str, Bilingual] = {
    "corr": Bilingual("poprawka", "correction"),
    "supplied": Bilingual("uzupełnienie", "addition"),
    "surplus": Bilingual("opuszczenie", "omission"),
    "join": Bilingual("złączenie", "join"),
    "gap": Bilingual("luka", "gap"),
}

TYPES: dict[tuple[str, str], Bilingual] = {
    ("corr", "ocr"): Bilingual("błąd zrzutu", "error of the dump"),
    ("corr", "print"): Bilingual("omyłka druku", "error of the print"),
    ("supplied", "lost"): Bilingual("zginęło na brzegu", "lost at an edge"),
    ("supplied", "omitted"): Bilingual("zginęło w środku", "dropped in the middle"),
    ("surplus", "page-edge"): Bilingual("cień brzegu strony", "shadow of the page edge"),
    ("surplus", "speck"): Bilingual("plamka", "speck"),
    ("surplus", "drawing"): Bilingual("kreska rysunku", "line of a drawing"),
    ("surplus", "page-number"): Bilingual("numer strony", "page number"),
    ("surplus", "repeated"): Bilingual("powtórzenie", "repetition"),
    ("surplus", "hyphen"): Bilingual("łącznik bez reszty wyrazu", "hyphen of a lost word"),
    ("surplus", "space"): Bilingual("zbędna spacja", "needless space"),
    ("join", ""): Bilingual("zgubiony łącznik", "hyphen lost"),
    ("join", "hyphen"): Bilingual("łącznik i spacja", "hyphen and space"),
    ("gap", "lost"): Bilingual("zgubione", "lost"),
    ("gap", "illegible"): Bilingual("nieczytelne", "illegible"),
    ("gap", "omitted"): Bilingual("pominięte", "left out"),
}

CERTAINTY: dict[str, Bilingual] = {
    "high": Bilingual("pewne", "certain"),
    "medium": Bilingual("prawdopodobne", "probable"),
    "low": Bilingual("wątpliwe", "doubtful"),
}

EVIDENCE: dict[str, Bilingual] = {
    "internal": Bilingual("wynika z tekstu", "follows from the text"),
    "external": Bilingual("spoza tekstu", "from outside the text"),
    "conjecture": Bilingual("domysł", "conjecture"),
}


def type_words(edition: Edition, kind: str, type_: str) -> str:
    """Return in words what sort of its kind an intervention is; an unknown type stands as it is."""
    words = TYPES.get((kind, type_))
    return edition.pick(words) if words else type_


def quoted(edition: Edition, text: str) -> str:
    """Return *text* in the quotation marks of the edition's language; spaces at its ends can be seen."""
    ends = (
        text[: len(text) - len(text.lstrip())],
        text.strip(),
        text[len(text.rstrip()) :] if text.strip() else "",
    )
    shown = "".join(part.replace(" ", "␣") if index != 1 else part for index, part in enumerate(ends))
    return edition.say(f"„{shown}”", f"“{shown}”")


def tooltip(edition: Edition, correction: Correction) -> str:
    """Return an intervention in one line: what was found, what is read, how sure."""
    found, read = quoted(edition, correction.found), quoted(edition, correction.reading)
    words = {
        "corr": edition.say(f"zastane {found}, czytamy {read}", f"found {found}, read {read}"),
        "supplied": edition.say(f"uzupełniono {read}", f"added {read}"),
        "surplus": edition.say(f"opuszczono {found}", f"left out {found}"),
    }.get(correction.kind)
    if words is None:
        words = (
            f"{edition.word(KINDS, correction.kind)}: {type_words(edition, correction.kind, correction.type)}"
        )
    sure = edition.word(CERTAINTY, correction.cert) if correction.cert else ""
    return f"{words} ({sure})" if sure else words


def shown(edition: Edition, run: Run, correction: Correction | None) -> Child:
    """Return a run of the text that departs from what was found, in both its forms."""
    if run.kind == "pb":
        label = edition.say(f"s. {run.label}", f"p. {run.label}")
        return el("span", class_="pb", data_n=label, title=label)
    if run.kind == "lb" or (run.kind == "surplus" and not run.id):
        return el("span", _found(run.found), class_="iv join")
    if correction is None or not run.id:
        return [_read(run.reading), _found(run.found)]
    inner = [_read(run.reading), _found(run.found)]
    link = ref("correction", run.id, *inner, tooltip=tooltip(edition, correction))
    node = el("span", link, class_=f"iv {run.kind}", id=run.id)
    return mark(node, "passage", run.id, run.id) if run.kind == "gap" else node


def _read(text: str) -> nodes.Node | None:
    return el("ins", text) if text else None


def _found(text: str) -> nodes.Node | None:
    return el("del", text) if text else None


def signs(edition: Edition, kinds: set[str]) -> nodes.Node:
    """Return the legend of the signs, each shown as it is in the text, for the kinds that occur."""
    say = edition.say
    samples: dict[str, tuple[Child, str]] = {
        "corr": (
            [el("ins", "dama"), el("del", "darna")],
            say("poprawka: inaczej, niż zastano", "correction: other than found"),
        ),
        "supplied": (
            el("ins", "as"),
            say("uzupełnienie: w zrzucie tego brak", "addition: missing in the dump"),
        ),
        "surplus": (
            el("del", "i"),
            say(
                "opuszczenie: ślad, numer strony, powtórzenie",
                "omission: a mark, a page number, a repetition",
            ),
        ),
        "join": (
            ["wa", el("span", el("del", " "), class_="iv join"), "let"],
            say("złączenie: w zrzucie spacja albo łącznik", "join: the dump has a space or hyphen"),
        ),
        "gap": (el("ins", "[…]"), say("luka: tekst zginął", "gap: text is lost")),
        "pb": (None, say("numer strony druku, domniemany", "page number of the print, presumed")),
        "placeholder": (
            el("code", "[madohora]"),
            say(
                "znak blogu, zapewne po obrazie: przerwa w zrzucie",
                "sign of the blog, probably for an image: a break",
            ),
        ),
    }
    items = []
    for kind, (sample, words) in samples.items():
        if kind not in kinds:
            continue
        if kind == "pb":
            sign = el("span", class_="pb", data_n=say("s. 22", "p. 22"))
        else:
            plain = kind in ("join", "placeholder")
            sign = el("span", sample, class_=None if plain else f"iv {kind}")
        items.append(el("li", el("span", sign, class_="sign", lang="pl"), " ", words))
    return el("ul", items, class_="signs", role="list")
