"""How good the transcription is: errors counted in a sample, and whether the count is of today's text.

``scripts/measure_quality.py`` counts and writes ``corpus/quality.toml``; nothing here counts anything.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from przemyskie66.errors import Fault
from przemyskie66.rulebook.model import Origin
from przemyskie66.text import sha256

if TYPE_CHECKING:
    from przemyskie66.rulebook.archive import Archive


@dataclass(frozen=True)
class Quality:
    """Errors of one document in a sample, as found and as read."""

    document: str
    reading: str  #: digest of the reading that was measured, ``sha256:`` and 64 hexadecimal digits
    spans: int  #: of the sample
    characters: int
    characters_wrong: int
    characters_wrong_raw: int  #: in the text as received
    words: int  #: punctuation marks are words here
    words_wrong: int
    words_wrong_raw: int
    origin: Origin

    @property
    def character_error_rate(self) -> float:
        """Wrong characters in percent."""
        return 100 * self.characters_wrong / self.characters

    @property
    def word_error_rate(self) -> float:
        """Wrong words in percent."""
        return 100 * self.words_wrong / self.words


def quality_from(table: Mapping[str, Any], origin: Origin) -> Quality:
    """Return the measurement written in ``corpus/quality.toml``, which follows its schema."""
    return Quality(**table["transcription"], origin=origin)


def quality_faults(archive: "Archive") -> Iterator[Fault]:
    """Yield a fault if the figure was measured on another text than is in the archive now."""
    measured = archive.quality
    if measured is None:
        return
    document = archive.documents.get(measured.document)
    if document is None or f"sha256:{sha256(document.reading_stream)}" == measured.reading:
        return
    message = "the text has changed since its quality was measured"
    way_out = "Measure again: python scripts/measure_quality.py"
    file = measured.origin.file
    yield Fault("quality", file, "transcription.reading", message, measured.document, way_out)
