"""Numbers named in words and figures."""

import pytest

from przemyskie66.text import numbers_in


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("naznaczyli grę trzy lewy", (3,)),
        ("t. j. ośm wziątek", (8,)),
        ("Karta ta zawiera 13 p. b. a.", (13,)),
        ("na której dwóch kartach", (2,)),
        ("figury samotrzeć", (3,)),
        ("Są 2 lub trzy", (2, 3)),
        ("takowe podwajają się", ()),
        ("trzecia część", ()),
        ("4)", (4,)),
    ],
)
def test_numbers_are_read(words: str, numbers: tuple[int, ...]) -> None:
    assert numbers_in(words) == numbers
