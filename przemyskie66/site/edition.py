"""One language of the site: the archive, what is computed from it, and the words for it.

Every page is drawn from an :class:`Edition`; nothing here knows Sphinx.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Literal

from przemyskie66.engine.cases import play_case, play_session
from przemyskie66.errors import Przemyskie66Error
from przemyskie66.rulebook import GAMES as RELATED_GAMES
from przemyskie66.rulebook import (
    Answer,
    Archive,
    Bilingual,
    Case,
    CaseRunner,
    CaseVerdict,
    Cell,
    Citation,
    Disagreement,
    Pin,
    Profile,
    Scope,
    answers,
    citation,
    disagreements,
    grid,
    phase_answers,
    run_cases,
    statuses,
)
from przemyskie66.rulebook.agreement import Pair, agreement
from przemyskie66.rulebook.export import files as export_files
from przemyskie66.rulebook.model import Status
from przemyskie66.rulebook.plural import polish_plural
from przemyskie66.survey.stored import Measurements, measurements

Lang = Literal["pl", "en"]

#: Areas in the order in which a deal meets them.
AREAS: dict[str, Bilingual] = {
    "cards": Bilingual("Karty", "Cards"),
    "deal": Bilingual("Rozdanie", "The deal"),
    "choice": Bilingual("Wybór gry", "Choosing the game"),
    "meld": Bilingual("Meldunki", "Melds"),
    "play": Bilingual("Obowiązki w rozgrywce", "Duties of play"),
    "outcome": Bilingual("Kto wygrał", "Who has won"),
    "settlement": Bilingual("Rozliczenie", "Settlement"),
    "stake": Bilingual("Stawka i kontry", "Stake and doubling"),
    "table": Bilingual("Zwyczaje stołu", "Customs of the table"),
    "words": Bilingual("Co znaczy słowo", "What a word means"),
}

GAMES: dict[str, Bilingual] = {
    "przemyskie": Bilingual("przemyskie 66", "Przemyskie 66"),
    "sixty-six": Bilingual("sześćdziesiąt sześć", "Sixty-six"),
    "bridge": Bilingual("brydż", "bridge"),
    "brydz": Bilingual("brydż", "bridge"),
    "wist": Bilingual("wist", "whist"),
    "wist-dziadek": Bilingual("wist z dziadkiem", "whist with a dummy"),
    "wist-licytacya": Bilingual("wist z licytacją", "bid whist"),
    "boston": Bilingual("boston", "Boston"),
    "preferans": Bilingual("preferans", "Preferans"),
    "wint": Bilingual("wint", "Vint"),
    "wint-kupna": Bilingual("wint z kupnem", "Vint with buying"),
    "pikieta": Bilingual("pikieta", "Piquet"),
    "ecarte": Bilingual("ekarté", "Écarté"),
    "bezig": Bilingual("bezig", "Bezique"),
    "cynkwil": Bilingual("cynkwil", "Cynkwil"),
    "pamfil": Bilingual("pamfil", "Pamfil"),
    "wozek": Bilingual("wózek", "Wózek"),
}

STATUS_WORDS: dict[str, Bilingual] = {
    "disputed": Bilingual("sporne", "disputed"),
    "differs-between-relatives": Bilingual("inaczej u krewnej gry", "differs between relatives"),
    "variant": Bilingual("zależy od odmiany", "depends on the variant"),
    "agreed": Bilingual("zgodne", "agreed"),
    "agreed-with-relative": Bilingual("zgodne z krewną grą", "agrees with the relative"),
    "relative-only": Bilingual("tylko krewna gra", "relative only"),
    "single-witness": Bilingual("jeden świadek", "single witness"),
    "pinned": Bilingual("wybór redakcji", "editors’ choice"),
    "open": Bilingual("otwarte", "open"),
    "word": Bilingual("spór o słowo", "one word, two meanings"),
}

STATUS_EXPLAINED: dict[str, Bilingual] = {
    "disputed": Bilingual(
        "Świadkowie tej samej gry odpowiadają różnie.",
        "Witnesses of one and the same game answer differently.",
    ),
    "differs-between-relatives": Bilingual(
        "Przemyskie 66 i sześćdziesiąt sześć z Wikibooks odpowiadają różnie; to nie spór o jedną grę.",
        "Przemyskie 66 and the Sixty-six of Wikibooks answer differently; this is no dispute about one game.",
    ),
    "variant": Bilingual(
        "Odpowiedź zależy od liczby graczy, kontraktu albo chwili gry.",
        "The answer depends on the number of players, the contract or the moment of play.",
    ),
    "agreed": Bilingual(
        "Co najmniej dwóch świadków tej samej gry mówi to samo; że jeden zna drugiego, nie odnotowano.",
        "At least two witnesses of one game say the same; that one knew the other is not on record.",
    ),
    "agreed-with-relative": Bilingual(
        "Tak samo mówi świadek przemyskiego 66 i Wikibooks o sześćdziesięciu sześciu. To nie dwaj świadkowie jednej gry.",
        "A witness of Przemyskie 66 and Wikibooks, on Sixty-six, say the same. They are not two witnesses of one game.",
    ),
    "relative-only": Bilingual(
        "O przemyskim 66 nikt tego nie mówi; mówi Wikibooks o sześćdziesięciu sześciu.",
        "Nobody says this of Przemyskie 66; Wikibooks says it of Sixty-six.",
    ),
    "single-witness": Bilingual("Mówi o tym tylko jeden świadek.", "Only one witness speaks of it."),
    "pinned": Bilingual(
        "Gdzie żaden świadek nie rozstrzyga, silnik idzie za wyborem redakcji.",
        "Where no witness decides, the engine follows the editors’ choice.",
    ),
    "open": Bilingual(
        "Nikt nie odpowiada, a redakcja nie wybiera.", "Nobody answers, and the editors do not choose."
    ),
    "word": Bilingual("To samo słowo nazywa różne rzeczy.", "One word names different things."),
}

NOTHING_WORDS: dict[str, Bilingual] = {
    "silent": Bilingual("milczy", "silent"),
    "not-reported": Bilingual("nie przekazano", "not reported"),
    "lost": Bilingual("zgubione", "lost"),
    "not-held": Bilingual("nie mamy tekstu", "text not held"),
    "other-game": Bilingual("inna gra", "another game"),
    "empty": Bilingual("brak wpisu", "no entry"),
}

NOTHING_EXPLAINED: dict[str, Bilingual] = {
    "silent": Bilingual(
        "Jego własny tekst przeczytano i nie ma w nim o tym mowy.",
        "His own text was read, and it does not speak of this.",
    ),
    "not-reported": Bilingual(
        "Znamy go tylko z cudzej relacji, a ta o tym nie wspomina.",
        "He is known only through a reporter, who does not mention it.",
    ),
    "lost": Bilingual(
        "Mogło o tym mówić miejsce, które w przekazie zginęło.",
        "A passage lost in transmission may have spoken of it.",
    ),
    "not-held": Bilingual(
        "Wiemy tylko z jednego zdania strony, że go zapisano; tekstu nie mamy.",
        "Known only from one sentence of the page; the archive does not hold its text.",
    ),
    "other-game": Bilingual(
        "Mówi o innych grach; może dać miejsce paralelne, ale nie świadectwo.",
        "He speaks of other games; he may give a parallel, never testimony.",
    ),
    "empty": Bilingual("Pole czeka na uzupełnienie.", "The cell waits to be filled."),
}

BASIS_WORDS: dict[str, Bilingual] = {
    "own": Bilingual("własna", "own"),
    "borrowed": Bilingual("zapożyczona", "borrowed"),
    "pinned": Bilingual("wybór redakcji", "editors’ choice"),
}

WITNESS_KINDS: dict[str, Bilingual] = {
    "testimony-reported": Bilingual("relacja, znana z drugiej ręki", "testimony, known at second hand"),
    "web-page": Bilingual("strona internetowa", "web page"),
    "program": Bilingual("program strony", "the page’s program"),
    "handbook": Bilingual("podręcznik gier", "handbook of games"),
    "wiki": Bilingual("strona wiki", "wiki page"),
    "record": Bilingual("zapis zasad", "record of rules"),
}

#: Names short enough for a margin. A witness without one is shown by his full title.
SHORT_NAMES: dict[str, Bilingual] = {
    "ojciec": Bilingual("ojciec", "father"),
    "instrukcja": Bilingual("instrukcja", "instruction"),
    "witryna": Bilingual("witryna", "web page"),
    "program": Bilingual("program", "program"),
    "podrecznik": Bilingual("podręcznik", "handbook"),
    "brydz": Bilingual("brydż", "bridge"),
    "wikibooks": Bilingual("Wikibooks", "Wikibooks"),
    "zapis-1997": Bilingual("zapis 1997", "record of 1997"),
    "zapis-2001": Bilingual("zapis 2001", "record of 2001"),
}

#: Dates that a witness record gives in Polish words.
DATE_WORDS: dict[str, Bilingual] = {
    "bez daty": Bilingual("bez daty", "undated"),
    "2019 lub później": Bilingual("2019 lub później", "2019 or later"),
}

PLAYERS_PL = {2: "dwóch", 3: "trzech", 4: "czterech"}
PLAYERS_EN = {2: "two", 3: "three", 4: "four"}

CONTRACTS: dict[str, Bilingual] = {
    "suit": Bilingual("w grze kolorowej", "in a suit game"),
    "warszawa": Bilingual("w warszawie", "in warszawa"),
    "zyd": Bilingual("w żydzie", "in żyd"),
    "mizerka": Bilingual("w mizerce", "in mizerka"),
    "durch": Bilingual("w durchu", "in durch"),
}
PHASES: dict[str, Bilingual] = {
    "stock": Bilingual("póki jest stos", "while the stock lasts"),
    "no-stock": Bilingual("gdy stosu już nie ma", "once the stock is gone"),
    "closed": Bilingual("po zamknięciu stosu", "once the stock is closed"),
}

ALPHABET = "0123456789aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż"


def alphabetical(text: str) -> list[int]:
    """Return a sort key in the order of the Polish alphabet; marks and spaces do not count."""
    return [ALPHABET.index(letter) for letter in text.casefold() if letter in ALPHABET]


def _for_three(scope: Scope) -> bool:
    return scope.game == "przemyskie" and scope.players == (3,)


class Edition:
    """The archive as one language of the site shows it."""

    def __init__(self, archive: Archive, lang: Lang, base_url: str = "") -> None:
        self.archive = archive
        self.lang = lang
        self.base_url = base_url  #: where the site is published, as far as the build was told

    def say(self, pl: str, en: str) -> str:
        """Return the words of the edition's language."""
        return en if self.lang == "en" else pl

    def pick(self, text: Bilingual) -> str:
        """Return *text* in the edition's language."""
        return text[self.lang]

    def word(self, table: Mapping[str, Bilingual], key: str) -> str:
        """Return the word of *table* for *key*; the key itself where the table has none."""
        return table[key][self.lang] if key in table else key

    # --- computed from the archive, once a build ----------------------------------------------

    @cached_property
    def grid(self) -> dict[str, dict[str, Cell]]:
        """What every witness says on every rule."""
        return grid(self.archive)

    @cached_property
    def exported(self) -> dict[str, bytes]:
        """Every file of the export, by its path in ``data/``."""
        return export_files(self.archive, base_url=self.base_url)

    def cited(self, kind: str, name: str) -> Citation:
        """Return how to cite a record of the archive."""
        return citation(self.archive, kind, name, base_url=self.base_url)

    @cached_property
    def disagreements(self) -> list[Disagreement]:
        """All computed disagreements."""
        return disagreements(self.archive)

    @cached_property
    def measured(self) -> Measurements:
        """What the surveys found, as far as they are there."""
        return measurements(self.archive)

    @cached_property
    def agreement(self) -> list[Pair]:
        """How far the witnesses agree, pair by pair."""
        return agreement(self.archive)

    @cached_property
    def statuses(self) -> dict[str, tuple[Status, ...]]:
        """The standing of every rule, most telling first."""
        return {rule: statuses(self.archive, rule) for rule in self.archive.rules}

    @cached_property
    def answers(self) -> dict[str, dict[str, Answer]]:
        """The answers of every profile; none for one that refuses to play."""
        return {name: answers(self.archive, profile) for name, profile in self.archive.profiles.items()}

    @cached_property
    def phase_answers(self) -> dict[str, dict[str, dict[str, Answer]]]:
        """The answers of every profile that are given for one phase of play apart, by phase and rule."""
        return {name: phase_answers(self.archive, profile) for name, profile in self.archive.profiles.items()}

    def told_answers(self, profile: str, rule: str) -> list[tuple[Answer, str]]:
        """Return the answers of *profile* to *rule*, each with the phase it is for in words, or an empty text."""
        whole = self.answers[profile].get(rule)
        apart = [
            (told[rule], self.word(PHASES, phase))
            for phase, told in self.phase_answers[profile].items()
            if rule in told
        ]
        return [*([(whole, "")] if whole is not None else []), *apart]

    @cached_property
    def playable(self) -> list[Profile]:
        """The profiles that play."""
        return [profile for profile in self.archive.profiles.values() if profile.refuses is None]

    @cached_property
    def _runner(self) -> CaseRunner:
        return CaseRunner(self.archive)

    @cached_property
    def _verdicts(self) -> dict[str, list[CaseVerdict]]:
        return {}

    def verdicts(self, rule: str) -> list[CaseVerdict]:
        """Return what the engine makes of the rule's cases, run now."""
        if rule not in self._verdicts:
            self._verdicts[rule] = run_cases(self.archive, rule)
        return self._verdicts[rule]

    def pins_at_work(self, case: Case, *, but: str) -> list[Pin]:
        """Return the editors' choices on which rules act in *case*, leaving out those on the rule *but*."""
        rule = self.archive.rules[case.rule]
        try:
            ruleset = self._runner.ruleset(case, case.reading, rule.reading(case.reading).value)
            if "session" in case.data:
                lines = play_session(case.data, ruleset).lines
                acted = dict.fromkeys(name for line in lines for name in line.rules)
            else:
                events = play_case(case.data, ruleset).events
                acted = dict.fromkeys(name for event in events for name, _ in event.rules)
        except Przemyskie66Error:  # a case that expects its start to be refused shows no play
            return []
        found = self.answers[case.ruleset]
        supports = [found[name].rests_on for name in acted if name in found and name != but]
        pins = [support.partition(":")[2] for support in supports if support.startswith("pin:")]
        return [self.archive.pins[name] for name in pins]

    @cached_property
    def witness_order(self) -> list[str]:
        """All witnesses for the grid: who speaks of the game first, whose text we lack next, other games last."""
        witnesses = self.archive.witnesses
        said = {name: any(row[name].claims for row in self.grid.values()) for name in witnesses}
        return sorted(
            witnesses, key=lambda name: (not said[name], not set(witnesses[name].games) & set(RELATED_GAMES))
        )

    @cached_property
    def rule_order(self) -> list[str]:
        """All rules, area by area, by title within each."""
        order = list(AREAS)
        rules = self.archive.rules
        return sorted(
            rules,
            key=lambda name: (
                order.index(rules[name].area) if rules[name].area in AREAS else len(order),
                alphabetical(self.rule_title(name)),
            ),
        )

    # --- names --------------------------------------------------------------------------------

    def rule_title(self, rule: str) -> str:
        """Return the title of a rule."""
        return self.pick(self.archive.rules[rule].title)

    def witness_title(self, witness: str) -> str:
        """Return the full name of a witness."""
        return self.pick(self.archive.witnesses[witness].title)

    def witness_short(self, witness: str) -> str:
        """Return a name that fits a margin."""
        if witness in SHORT_NAMES:
            return SHORT_NAMES[witness][self.lang]
        return self.witness_title(witness) if witness in self.archive.witnesses else witness

    def witness_saying(self, witness: str, *, explicit: bool) -> str:
        """Return the short name of a witness; what the editors infer from his words is marked as inferred."""
        name = self.witness_short(witness)
        return name if explicit else name + self.say(" (wniosek)", " (inferred)")

    def witness_within(self, witness: str, page: str) -> str:
        """Return the full name for the inside of a Polish sentence, *page* being the form of "strona" it takes."""
        title = self.witness_title(witness)
        return page + title.removeprefix("Strona") if title.startswith("Strona ") else title

    def known_through(self, reporter: str) -> tuple[str, str]:
        """Return ``only …`` and the name of the reporter as it goes on: ``tylko ze``, ``strony „…”``."""
        name = self.witness_within(reporter, "strony")
        pl = "tylko ze " if name.startswith("strony ") else "tylko z relacji: "
        return self.say(pl, "only as reported by: "), name

    def profile_title(self, profile: str) -> str:
        """Return the title of a ruleset."""
        return self.pick(self.archive.profiles[profile].title)

    def scope_words(self, scope: Scope) -> str:
        """Return in words what a claim is limited to; empty if it is not.

        That Przemyskie is played by three goes unsaid.
        """
        parts = []
        if scope.players and not _for_three(scope):
            parts.append(self.players_words(scope.players))
        if scope.contract:
            parts.append(self.word(CONTRACTS, scope.contract))
        if scope.phase:
            parts.append(self.word(PHASES, scope.phase))
        return ", ".join(parts)

    def scope_short(self, scope: Scope) -> str:
        """Return the same as short as a cell of the grid allows."""
        parts = []
        if scope.players and not _for_three(scope):
            parts.append(
                self.say(
                    f"{'/'.join(map(str, scope.players))} os.", f"{'/'.join(map(str, scope.players))} pl."
                )
            )
        if scope.contract:
            parts.append(self.word(CONTRACTS, scope.contract))
        if scope.phase:
            parts.append(self.word(PHASES, scope.phase))
        return ", ".join(parts)

    def players_words(self, players: Sequence[int]) -> str:
        """Return ``przy dwóch lub trzech graczach``, ``with two or three players``."""
        if self.lang == "en":
            return f"with {' or '.join(PLAYERS_EN.get(n, str(n)) for n in players)} players"
        return f"przy {' lub '.join(PLAYERS_PL.get(n, str(n)) for n in players)} graczach"

    def noun(self, number: int, pl: tuple[str, str, str], en: tuple[str, str]) -> str:
        """Return the form of a noun that *number* takes: of ``reguła, reguły, reguł``, of ``rule, rules``."""
        return en[number != 1] if self.lang == "en" else polish_plural(number, *pl)

    def count(self, number: int, pl: tuple[str, str, str], en: tuple[str, str]) -> str:
        """Return ``3 reguły``, ``5 reguł``, ``1 rule``: a number with the form of the noun it takes."""
        return f"{number} {self.noun(number, pl, en)}"
