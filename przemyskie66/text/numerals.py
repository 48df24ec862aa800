"""Whole numbers named in Polish words or figures, in the spelling of today and of the handbook."""

import re
from collections.abc import Mapping

_FORMS: Mapping[int, str] = {
    0: "zero zera",
    1: "jeden jedna jedno jednego jednej jednemu jednym jedną",
    2: "dwa dwie dwóch dwu dwom dwoma dwiema dwaj dwoje samowtór",
    3: "trzy trzech trzem trzema trzej troje samotrzeć",
    4: "cztery czterech czterem czterema czterej czworo samoczwart",
    5: "pięć pięciu pięcioma pięcioro",
    6: "sześć sześciu sześcioma",
    7: "siedem siedm siedmiu siedmioma",
    8: "osiem ośm ośmiu ośmioma",
    9: "dziewięć dziewięciu dziewięcioma",
    10: "dziesięć dziesięciu dziesięcioma",
    11: "jedenaście jedenastu",
    12: "dwanaście dwunastu",
    13: "trzynaście trzynastu",
    20: "dwadzieścia dwudziestu",
    30: "trzydzieści trzydziestu",
    40: "czterdzieści czterdziestu",
}
_VALUES = {form: value for value, forms in _FORMS.items() for form in forms.split()}
_WORD = re.compile(r"\d+|[^\W\d_]+")


def numbers_in(text: str) -> tuple[int, ...]:
    """Return the whole numbers that *text* names, in its order, each figure and each word by itself.

    Ordinal numbers and words made from numbers (``podwoić``) name none.
    """
    found = (int(word) if word.isdecimal() else _VALUES.get(word) for word in _WORD.findall(text.casefold()))
    return tuple(value for value in found if value is not None)
