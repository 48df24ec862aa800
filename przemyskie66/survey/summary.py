"""What a survey found, with its uncertainty, as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from przemyskie66.rulebook import Json
from przemyskie66.survey.chunk import Tally
from przemyskie66.survey.contrasts import Contrast, to_json

#: Confidence of the intervals.
CONFIDENCE = 0.95

_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


@dataclass(frozen=True)
class Finding:
    """How much one contrast changes, among deals played by certain players."""

    contrast: Contrast
    deals: int
    changed: int
    share: float  #: of deals whose settlement differs, 0 to 1
    share_low: float  #: Wilson interval
    share_high: float
    mean: float  #: mean change over all deals, settlement points
    mean_low: float
    mean_high: float
    largest: Fraction  #: settlement points
    first: int | None  #: number of the first deal that differs
    undefined: int  #: deals that have no value under one of the readings, not counted
    total: Fraction  #: sum of the changes, from which the mean follows
    squares: Fraction  #: sum of their squares, from which its interval follows


def finding(contrast: Contrast, tally: Tally) -> Finding:
    """Return the shares and means of *tally* with their intervals."""
    low, high = wilson(tally.changed, tally.deals)
    mean = float(tally.total / tally.deals) if tally.deals else 0.0
    spread = 0.0
    if tally.deals > 1:
        variance = (tally.squares - tally.total * tally.total / tally.deals) / (tally.deals - 1)
        spread = _Z * sqrt(float(variance) / tally.deals)
    return Finding(
        contrast, tally.deals, tally.changed, tally.changed / tally.deals if tally.deals else 0.0, low, high,
        mean, max(0.0, mean - spread), mean + spread, tally.largest, tally.first, tally.undefined,
        tally.total, tally.squares,
    )  # fmt: skip


def wilson(count: int, of: int) -> tuple[float, float]:
    """Return the Wilson score interval of a share *count* / *of* at :data:`CONFIDENCE`."""
    if of == 0:
        return 0.0, 1.0
    share, z2 = count / of, _Z * _Z
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = _Z * sqrt(share * (1 - share) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    low = 0.0 if count == 0 else max(0.0, middle - half)
    return low, 1.0 if count == of else min(1.0, middle + half)


def findings_json(
    found: Sequence[Finding], probe: Mapping[str, Tally], about: Mapping[str, Json]
) -> dict[str, Json]:
    """Return the findings of one survey as it is stored: what was run, and a row for each contrast.

    *probe* holds the tallies of the first deals alone, by which a short run can check the rest.
    """
    rows: list[Json] = [
        {**to_json(f.contrast), **figures(f), "probe": _probe(probe[f.contrast.id])} for f in found
    ]
    return {**about, "confidence": CONFIDENCE, "contrasts": rows}


def figures(found: Finding) -> dict[str, Json]:
    """Return the figures of *found* as they are stored; shares and means rounded to six places."""
    return {
        "deals": found.deals,
        "changed": found.changed,
        "share": round(found.share, 6),
        "share_interval": [round(found.share_low, 6), round(found.share_high, 6)],
        "mean": round(found.mean, 6),
        "mean_interval": [round(found.mean_low, 6), round(found.mean_high, 6)],
        "total": str(found.total),
        "squares": str(found.squares),
        "largest": str(found.largest),
        "first": found.first,
        "undefined": found.undefined,
    }


def _probe(tally: Tally) -> Json:
    return {"deals": tally.deals, "changed": tally.changed, "total": str(tally.total)}
