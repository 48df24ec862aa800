"""What the rulebook is made of: frozen records of witnesses, rules, claims, silences and choices.

Nothing here reads a file or computes: loading is :mod:`.load`, joining is :mod:`.grid`,
:mod:`.disagreements` and :mod:`.profiles`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, Protocol, TypeAlias

from przemyskie66.text import Anchor

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Lang: TypeAlias = Literal["pl", "en"]
Stance: TypeAlias = Literal["asserts", "rejects", "leaves-open"]
NothingKind: TypeAlias = Literal["silent", "not-reported", "lost", "not-held"]
Basis: TypeAlias = Literal["own", "borrowed", "pinned"]

#: What a cell of the grid holds: a stance, one of the four kinds of nothing, words on another game
#: only, or (a fault) no entry at all.
CellKind: TypeAlias = Literal["claims", "silent", "not-reported", "lost", "not-held", "other-game", "empty"]

#: Computed standing of a rule, the most telling first.
Status: TypeAlias = Literal[
    "disputed",
    "differs-between-relatives",
    "variant",
    "agreed",
    "agreed-with-relative",
    "relative-only",
    "single-witness",
    "pinned",
    "open",
]
STATUSES: tuple[Status, ...] = (
    "disputed",
    "differs-between-relatives",
    "variant",
    "agreed",
    "agreed-with-relative",
    "relative-only",
    "single-witness",
    "pinned",
    "open",
)

#: The games whose rules the archive asks about; all others (preferans, bridge …) give parallels only.
GAMES = ("przemyskie", "sixty-six")

#: The game that a question is about, if it names no other; claims limited to another do not answer it.
SUIT_GAME = "suit"


class Absent(Enum):
    """The value of a reading that no engine option plays (``null`` would be a value)."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT

#: An option value, or that there is none.
Value: TypeAlias = "Json | Absent"


@dataclass(frozen=True)
class Bilingual:
    """One sentence or name in the two languages of the archive."""

    pl: str
    en: str

    def __getitem__(self, lang: str) -> str:
        """Return the text in *lang*: ``"pl"`` or ``"en"``."""
        return self.en if lang == "en" else self.pl


@dataclass(frozen=True)
class Origin:
    """Where a record stands: file relative to the archive, and line (from 1)."""

    file: str
    line: int


class Recorded(Protocol):
    """A record of a data file: it has an id of its own there."""

    @property
    def id(self) -> str: ...

    @property
    def origin(self) -> Origin: ...


@dataclass(frozen=True)
class WitnessDate:
    """One date of a witness: of the *event*, of the *record* or of the *transcription*."""

    what: str
    value: str
    certainty: str
    note: Bilingual | None = None


@dataclass(frozen=True)
class Witness:
    """Whose word it is. The paper it reached us on is a document."""

    id: str
    title: Bilingual
    kind: str
    document: str | None  #: document that holds or reports his words
    reported_by: str | None  #: witness through whom alone he is known
    text_held: bool  #: whether the archive holds his own text
    dates: tuple[WitnessDate, ...]
    depends_on: tuple[str, ...]
    games: tuple[str, ...]
    rights: Bilingual | None
    not_held: Bilingual | None  #: what of his we do not hold
    note: Bilingual | None
    csl: Mapping[str, Json]  #: CSL-JSON bibliographic data
    origin: Origin


@dataclass(frozen=True)
class Reading:
    """One possible answer to a rule's question."""

    id: str
    rule: str
    text: Bilingual
    value: Value  #: option value that plays it; ABSENT if none does
    origin: Origin

    @property
    def played(self) -> bool:
        """Whether an engine option value plays this reading."""
        return not isinstance(self.value, Absent)


@dataclass(frozen=True)
class Change:
    """What a published version of the archive changed for readers of a rule."""

    version: str
    text: Bilingual


@dataclass(frozen=True)
class Rule:
    """A question about the game, with its possible readings."""

    id: str
    area: str
    games: tuple[str, ...]
    title: Bilingual
    question: Bilingual
    readings: tuple[Reading, ...]
    option: str | None  #: field of the engine's ruleset that obeys it
    off: Value  #: option value that switches obedience off (negative control only)
    not_played: Bilingual | None  #: why the engine has no option for it
    note: Bilingual | None
    changes: tuple[Change, ...]  #: oldest first; empty while nothing published has changed
    origin: Origin

    def reading(self, reading_id: str) -> Reading:
        """Return the reading *reading_id*.

        :raises KeyError: if the rule has no such reading.
        """
        for reading in self.readings:
            if reading.id == reading_id:
                return reading
        raise KeyError(reading_id)


@dataclass(frozen=True)
class Scope:
    """What a claim is limited to; ``None`` is unlimited."""

    game: str | None = None
    players: tuple[int, ...] | None = None
    contract: str | None = None
    phase: str | None = None

    @property
    def specificity(self) -> int:
        """Number of limits, the game aside (a more specific claim goes first)."""
        return sum(limit is not None for limit in (self.players, self.contract, self.phase))

    def admits(self, players: int, contract: str = SUIT_GAME, *, any_phase: bool = False) -> bool:
        """Return whether a claim of this scope speaks of *contract* played by so many *players*.

        A claim limited to one phase of play does not speak of the whole deal, unless *any_phase* will do.
        """
        return (
            (self.players is None or players in self.players)
            and self.contract in (None, contract)
            and (any_phase or self.phase is None)
        )

    def overlaps(self, other: "Scope", *, across_games: bool = False) -> bool:
        """Return whether some situation falls under both scopes."""
        if not across_games and None not in (self.game, other.game) and self.game != other.game:
            return False
        both = self.players is not None and other.players is not None
        if both and not set(self.players or ()) & set(other.players or ()):
            return False
        pairs = ((self.contract, other.contract), (self.phase, other.phase))
        return all(None in pair or pair[0] == pair[1] for pair in pairs)

    def to_json(self) -> dict[str, Json]:
        """Return the limits that are set, as JSON."""
        limits: dict[str, Json] = {
            "game": self.game,
            "players": None if self.players is None else list(self.players),
            "contract": self.contract,
            "phase": self.phase,
        }
        return {key: value for key, value in limits.items() if value is not None}


@dataclass(frozen=True)
class Review:
    """That somebody in *role* compared a claim with its passage, when, and what he saw then."""

    role: str
    date: str
    fingerprint: str


@dataclass(frozen=True)
class Claim:
    """One witness's stance on one rule, tied to the exact words of a passage."""

    id: str
    rule: str
    witness: str
    reported_by: str | None
    stance: Stance
    reading: str | None  #: ``None`` only when the stance is ``leaves-open``
    scope: Scope
    explicit: bool  #: the words say it; otherwise the editors infer it
    note: Bilingual | None
    anchor: Anchor
    review: Review | None
    origin: Origin


@dataclass(frozen=True)
class Dismissal:
    """A hit of a searched term that does not speak of the rule, and why not."""

    passage: str
    why: Bilingual


@dataclass(frozen=True)
class Nothing:
    """That a witness says nothing on a rule, and which nothing it is."""

    rule: str
    witness: str
    kind: NothingKind
    searched: tuple[str, ...]
    dismissed: tuple[Dismissal, ...]
    gap: str | None  #: the lacuna that may have held it, when *kind* is ``lost``
    note: Bilingual | None
    origin: Origin


@dataclass(frozen=True)
class Parallel:
    """A passage on another game that lights up a rule, without counting as testimony for it."""

    id: str
    rule: str
    game: str
    relation: str  #: ``precedent`` or ``contrast``
    note: Bilingual
    anchor: Anchor
    origin: Origin


@dataclass(frozen=True)
class Exclusion:
    """Words of a source that say nothing on any rule, and why not."""

    id: str
    reason: Bilingual
    anchor: Anchor
    origin: Origin


@dataclass(frozen=True)
class Pin:
    """The editors' choice where no witness decides: never a claim."""

    id: str
    rule: str
    reading: str
    game: str
    reason: Bilingual
    alternatives: Bilingual
    open_question: Bilingual
    origin: Origin


@dataclass(frozen=True)
class Case:
    """A rule case: a position, what must follow, and the claim or pin it rests on."""

    id: str
    rule: str
    title: Bilingual
    reading: str
    rests_on: tuple[str, ...]  #: ``claim:…`` or ``pin:…``, one at least
    ruleset: str
    data: Mapping[str, Json]  #: the case as read, in the form the engine runs
    origin: Origin


@dataclass(frozen=True)
class RecordedDeal:
    """A recorded deal: the engine's deal record with a title and a note."""

    id: str
    title: Bilingual
    note: Bilingual | None
    data: Mapping[str, Json]  #: the record, in the form the engine reads
    origin: Origin


@dataclass(frozen=True)
class Answer:
    """What a profile answers to one rule, and what the answer rests on."""

    rule: str
    reading: str
    basis: Basis
    rests_on: str  #: ``claim:…`` or ``pin:…``
    witness: str | None  #: ``None`` when pinned


@dataclass(frozen=True)
class Shares:
    """How many of a profile's answers to the engine's options are whose (counts, not percentages)."""

    own: int
    borrowed: int
    pinned: int

    @property
    def total(self) -> int:
        """Number of options answered."""
        return self.own + self.borrowed + self.pinned


@dataclass(frozen=True)
class Profile:
    """A ruleset that can be played: whose word goes first, and what fills the gaps."""

    id: str
    title: Bilingual
    game: str
    players: int
    precedence: tuple[str, ...]  #: witness ids and the word ``pin``, first to answer first
    own: tuple[str, ...]  #: the witnesses whose word the profile is named after
    refuses: Bilingual | None  #: why it cannot be played, if it cannot
    note: Bilingual | None
    origin: Origin


@dataclass(frozen=True)
class Cell:
    """One square of the grid: what one witness says on one rule."""

    rule: str
    witness: str
    kind: CellKind
    claims: tuple[Claim, ...] = ()
    nothing: Nothing | None = None
    parallels: tuple[Parallel, ...] = ()


@dataclass(frozen=True)
class Side:
    """One answer within a disagreement, and who gives it."""

    reading: str
    witnesses: tuple[str, ...]
    claims: tuple[str, ...]
    profiles: tuple[str, ...]  #: playable profiles that follow this reading


@dataclass(frozen=True)
class Disagreement:
    """Different answers to one rule. Computed from claims, never declared.

    *kind* is ``disputed`` (overlapping scope of one game), ``differs-between-relatives``
    (Przemyskie 66 against Sixty-six), ``variant`` (different scope) or ``word``
    (one word names different things).
    """

    id: str
    rule: str
    kind: str
    games: tuple[str, ...]
    sides: tuple[Side, ...] = field(default=())
