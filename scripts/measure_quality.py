"""Count the errors of an edited text in a sample that was transcribed by hand, and write them down.

The counting is done by the functions of ``tests/gold/score_transcription.py``, which came with the
sample and is not ours to change. Needs edlib (one of the test requirements).

Usage: ``python scripts/measure_quality.py`` writes ``corpus/quality.toml``; the site publishes the figure.
"""

import importlib.util
import json
from collections import Counter
from pathlib import Path
from types import ModuleType

from przemyskie66.text import Document, read_document, sha256

ROOT = Path(__file__).resolve().parents[1]
GOLD = ROOT / "tests" / "gold"
DOCUMENT = "zagrajmy"
COUNTS = (
    "spans",
    *("characters", "characters_wrong", "characters_wrong_raw"),
    *("words", "words_wrong", "words_wrong_raw"),
)

HEAD = """\
# Ile błędów ma wydany tekst w próbce, którą przepisano osobno. Zapisuje: python scripts/measure_quality.py
# How many errors the edited text has in a sample transcribed by hand. Written by: python scripts/measure_quality.py
#
# Próbka i program liczący: tests/gold/. Słowem jest też znak przestankowy. *_raw: tekst, jaki otrzymano.
# Sample and scorer: tests/gold/. A punctuation mark counts as a word. *_raw: the text as received.

"""


def scorer() -> ModuleType:
    """Return the scorer of the sample as a module."""
    path = GOLD / "score_transcription.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read() -> Document:
    """Return the document that is measured."""
    return read_document(
        ROOT / "corpus" / "tei" / f"{DOCUMENT}.tei.xml", ROOT / "corpus" / "raw" / f"{DOCUMENT}.txt"
    )


def measure(document: Document, score: ModuleType) -> dict[str, int]:
    """Return the counts over all spans of the sample, counted as the scorer's own ``main`` counts them."""
    counts: Counter[str] = Counter()
    for line in (GOLD / "transcription-sample.jsonl").read_text(encoding="utf-8").splitlines():
        span = json.loads(line)
        start = document.raw.index(span["raw"])
        end = start + len(span["raw"])
        over = [p for p in document.passages if p.raw_start < end and p.raw_end > start]
        edited = score.plain(" ".join(p.reading for p in sorted(over, key=lambda p: p.raw_start)))
        raw = score.plain(span["raw"])
        wanted, guess = score.guesses(span["gold"])
        words = score.words(wanted)
        counts += Counter(
            spans=1,
            characters=len(wanted),
            characters_wrong=score.char_errors(wanted, guess, edited),
            characters_wrong_raw=score.char_errors(wanted, guess, raw),
            words=len(words),
            words_wrong=score.word_errors(words, guess, score.words(edited)),
            words_wrong_raw=score.word_errors(words, guess, score.words(raw)),
        )
    return {name: counts[name] for name in COUNTS}


def main() -> None:
    """Write ``corpus/quality.toml`` and print both rates."""
    document = read()
    counts = measure(document, scorer())
    lines = ["[transcription]", f'document = "{document.id}"']
    lines.append(f'reading = "sha256:{sha256(document.reading_stream)}"')
    lines += [f"{name} = {count}" for name, count in counts.items()]
    (ROOT / "corpus" / "quality.toml").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    for unit in ("characters", "words"):
        wrong, raw, all_ = counts[f"{unit}_wrong"], counts[f"{unit}_wrong_raw"], counts[unit]
        print(
            f"{unit}: {wrong} of {all_} wrong ({100 * wrong / all_:.2f} %); as received {100 * raw / all_:.2f} %"
        )


if __name__ == "__main__":
    main()
