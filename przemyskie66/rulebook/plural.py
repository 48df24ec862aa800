"""The form of a Polish noun that a number takes."""


def polish_plural(number: int, one: str, few: str, many: str) -> str:
    """Return the form of a noun that goes with *number*: ``1 ruch``, ``2 ruchy``, ``5 ruchów``."""
    if number == 1:
        return one
    return few if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else many
