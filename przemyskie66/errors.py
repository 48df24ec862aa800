"""The errors of the package, and the fault: one finding with its place and the way out.

::

    Przemyskie66Error
    ├── NotationError         text is not a card, deal, action or record       (ValueError)
    ├── IllegalActionError    the rules forbid it; names the rule               (ValueError)
    ├── AmbiguousActionError  the text fits two actions                         (ValueError)
    ├── NotPlayedError        this engine or this ruleset does not play it
    ├── RulesetError          an option is missing, unknown or without reading  (ValueError)
    └── CorpusError           the archive contradicts itself or cannot be read
        ├── AnchorError       the quote is not in the passage, or is there twice
        └── UnknownIdError    no such id; names the nearest                     (KeyError)
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, order=True)
class Fault:
    """One thing that is wrong, said so that a person can find it and put it right."""

    check: str  #: stable name of the check that found it
    file: str  #: file, relative to the archive
    place: str  #: line, passage, claim or case within the file
    message: str  #: what is the matter
    value: str = ""  #: the offending value, as found
    way_out: str = ""  #: what to do about it
    rules: tuple[str, ...] = field(default=())  #: ids of the rules that depend on the place

    def __str__(self) -> str:
        value = f" ({self.value})" if self.value else ""
        way_out = f" {self.way_out}" if self.way_out else ""
        rules = f"; rules: {', '.join(self.rules)}" if self.rules else ""
        return f"{self.file}: {self.place}: {self.message}{value}.{way_out} [{self.check}{rules}]"


class Przemyskie66Error(Exception):
    """Base of all errors that this package raises on purpose."""


class NotationError(Przemyskie66Error, ValueError):
    """Text that is no card, deal, action or record."""


class IllegalActionError(Przemyskie66Error, ValueError):
    """An action that a rule forbids; :attr:`rule` is its id, :attr:`reading` the reading in force."""

    def __init__(self, message: str, rule: str, reading: str = "") -> None:
        super().__init__(message)
        self.rule = rule
        self.reading = reading


class AmbiguousActionError(Przemyskie66Error, ValueError):
    """Text that fits more than one action."""


class NotPlayedError(Przemyskie66Error):
    """Something a witness names but the engine, or the chosen ruleset, does not play."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule


class _Faulty(Przemyskie66Error):
    """An error that carries every fault found, not the first only."""

    def __init__(self, faults: tuple[Fault, ...] | list[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class RulesetError(_Faulty, ValueError):
    """A ruleset that cannot be played as it stands."""


class CorpusError(_Faulty):
    """An archive that contradicts itself or cannot be read."""


class AnchorError(CorpusError):
    """A quote that does not stand, word for word and once, where its claim says."""


class UnknownIdError(CorpusError, KeyError):
    """An id that nothing in the archive bears; the faults name the nearest known ids."""

    def __str__(self) -> str:  # KeyError would show the repr
        return "\n".join(str(fault) for fault in self.faults)
