"""Figures as they are written: decimal comma and spaces in Polish, point and commas in English."""

from fractions import Fraction

from przemyskie66.site.edition import Lang
from przemyskie66.survey.stored import Measured

#: Between a figure and what belongs to it, so that no line ends there.
NBSP = "\u00a0"

#: From how many deals on a share is written to the hundredth of a per cent.
FINE_FROM = 20_000


def decimal(value: float, digits: int, lang: Lang) -> str:
    """Return *value* with so many digits after the comma, or point."""
    text = f"{value:.{digits}f}"
    return text if lang == "en" else text.replace(".", ",")


def whole(value: int, lang: Lang) -> str:
    """Return a whole number, long ones in groups of three."""
    if lang == "en":
        return f"{value:,}"
    return f"{value:,}".replace(",", NBSP) if value >= 10_000 else str(value)


def percent_sign(lang: Lang) -> str:
    """Return the sign with the space that stands before it in Polish."""
    return "%" if lang == "en" else f"{NBSP}%"


def _digits(value: float, least: int, most: int = 4) -> int:
    """Return so many digits that what is not nought is not written as nought."""
    digits = least
    while value and digits < most and not round(value, digits):
        digits += 1
    return digits


def share_digits(measured: Measured) -> int:
    """Return to how many digits of a per cent a share is written; where it is nought, the end of its interval."""
    return _digits(
        100 * (measured.share or measured.share_interval[1]), 2 if measured.deals >= FINE_FROM else 1
    )


def share(measured: Measured, lang: Lang) -> str:
    """Return ``49,2 %``, ``49.2%``."""
    return _percent(measured.share, share_digits(measured), lang) + percent_sign(lang)


def share_interval(measured: Measured, lang: Lang) -> str:
    """Return ``46,1–52,3 %``, ``46.1–52.3%``."""
    digits = share_digits(measured)
    ends = "–".join(_percent(end, digits, lang) for end in measured.share_interval)
    return ends + percent_sign(lang)


def _percent(part: float, digits: int, lang: Lang) -> str:
    return "0" if part == 0 else "100" if part == 1 else decimal(100 * part, digits, lang)


def mean_digits(measured: Measured) -> int:
    """Return to how many digits a mean change is written."""
    return _digits(measured.mean, 2)


def mean(measured: Measured, lang: Lang) -> str:
    """Return the mean change, in settlement points: ``1,94``."""
    return "0" if measured.mean == 0 else decimal(measured.mean, mean_digits(measured), lang)


def mean_interval(measured: Measured, lang: Lang) -> str:
    """Return the interval of the mean change: ``1,82–2,06``."""
    digits = mean_digits(measured)
    return "–".join("0" if end == 0 else decimal(end, digits, lang) for end in measured.mean_interval)


def points(value: Fraction) -> str:
    """Return settlement points: ``18``, ``3/2``."""
    return str(value)
