"""The reader's glossary as a page: each word with its sense, what that rests on, and where it first stands."""

from itertools import groupby

from docutils import nodes

from przemyskie66.rulebook import Attestation, Bilingual, Entry
from przemyskie66.site.edition import Edition, alphabetical
from przemyskie66.site.html import Child, el, flatten, joined, mark, ref, section

BASIS: dict[str, Bilingual] = {
    "text": Bilingual("Objaśnia to sam tekst", "The text itself explains it"),
    "context": Bilingual("Wynika z użycia", "It follows from use"),
    "editors": Bilingual(
        "Ogólne słownictwo karciane, wedle redakcji", "General card vocabulary, as the editors know it"
    ),
    "open": Bilingual("Źródła znaczenia nie podają", "The sources give no meaning"),
}


def in_order(edition: Edition) -> list[Entry]:
    """Return the entries in the order of the Polish alphabet."""
    return sorted(edition.archive.glossary.values(), key=lambda entry: (alphabetical(entry.lemma), entry.id))


def glossary_list(edition: Edition, _: str) -> list[nodes.Node]:
    """Return all entries letter by letter, the way to each letter before them."""
    letters = {
        letter: list(entries)
        for letter, entries in groupby(in_order(edition), key=lambda entry: entry.lemma.casefold()[0])
    }
    index = [el("li", el("a", letter.upper(), href=f"#litera-{_plain(letter)}")) for letter in letters]
    label = edition.say("Litery", "Letters")
    return flatten(
        [
            el("nav", el("ul", index, class_="letters", role="list"), aria_label=label),
            [
                section(
                    f"litera-{_plain(letter)}", letter.upper(), [_entry(edition, entry) for entry in entries]
                )
                for letter, entries in letters.items()
            ],
        ]
    )


def _plain(letter: str) -> str:
    """Return a letter as part of an id: Polish letters by their order, so that none falls together with another."""
    return letter if letter.isascii() else f"{alphabetical(letter)[0]}"


def _entry(edition: Edition, entry: Entry) -> nodes.Node:
    glossary, rules = edition.archive.glossary, edition.archive.rules
    others = [*entry.also, *([entry.modern] if entry.modern else [])]
    head: list[Child] = [el("span", entry.lemma, lang="pl", class_="lemma")]
    if entry.also:
        head += [", ", el("span", ", ".join(entry.also), lang="pl", class_="lemma")]
    facts: list[Child] = []
    if entry.modern:
        facts += [
            edition.say("Dzisiejsza pisownia: ", "Spelling of today: "),
            el("span", entry.modern, lang="pl"),
            ". ",
        ]
    if entry.today is not None:
        facts += [edition.say("Dziś: ", "Today: "), edition.pick(entry.today), "."]
    see = joined(ref("term", name, el("span", glossary[name].lemma, lang="pl")) for name in entry.see_also)
    on_rules = joined(ref("rule", name, edition.pick(rules[name].title)) for name in entry.rules)
    node = el(
        "div",
        el("h3", head, el("a", "§", href=f"#{entry.id}", class_="headerlink", title=_link(edition))),
        el("p", facts, class_="today") if facts else None,
        el("p", edition.pick(entry.sense)),
        el("p", edition.pick(entry.open), class_="open-question") if entry.open else None,
        [_quote(edition, attestation, number) for number, attestation in enumerate(entry.attested)],
        el(
            "p",
            edition.word(BASIS, entry.basis),
            ". ",
            _counted(edition, entry),
            (edition.say(" Zob. też: ", " See also: "), see, ".") if see else None,
            (edition.say(" Reguły: ", " Rules: "), on_rules, ".") if on_rules else None,
            class_="label",
        ),
        class_="entry",
        id=entry.id,
    )
    return mark(node, "term", entry.id, ", ".join((entry.lemma, *others)))


def _link(edition: Edition) -> str:
    return edition.say("Odnośnik do tego hasła", "Link to this entry")


def _counted(edition: Edition, entry: Entry) -> str:
    return (
        edition.say("W tekstach: ", "In the texts: ")
        + edition.count(len(entry.places), ("miejsce", "miejsca", "miejsc"), ("place", "places"))
        + "."
    )


def _quote(edition: Edition, attestation: Attestation, number: int) -> nodes.Node:
    quote = attestation.anchor
    place = ref("passage", quote.passage, quote.passage, quote=quote.exact)
    who = edition.witness_short(attestation.witness) if attestation.witness else None
    told = []
    if number == 0:
        told.append(edition.say("pierwsze miejsce", "first place"))
    if attestation.defines:
        told.append(edition.say("objaśnienie w tekście", "explained in the text"))
    return el(
        "blockquote",
        el("p", quote.exact, lang="pl", class_="quote"),
        el(
            "p",
            joined([part for part in (who, place, *told) if part]),
            (". ", edition.pick(attestation.note)) if attestation.note else None,
            class_="quote-source",
        ),
    )
