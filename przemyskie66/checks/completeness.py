"""Checks that nothing was left out: words that no record covers, claims that nobody has reviewed."""

from collections.abc import Iterable

from przemyskie66.checks.registry import Context, check
from przemyskie66.errors import Fault
from przemyskie66.rulebook import coverage_faults, exclusion_faults, stamp_faults


@check(
    "exclusions",
    pl="Każde pominięcie ma własny powód i nie dotyczy słów, które coś cytuje.",
    en="Every exclusion has a reason of its own and is of words that nothing quotes.",
)
def exclusions(context: Context) -> Iterable[Fault]:
    """Excluded words that a claim or parallel quotes, and reasons that serve twice."""
    return exclusion_faults(context.archive)


@check(
    "coverage",
    pl="Każde słowo źródła o naszych grach obejmuje twierdzenie, paralela albo pominięcie.",
    en="Every word of a source on our games is covered by a claim, a parallel or an exclusion.",
)
def coverage(context: Context) -> Iterable[Fault]:
    """Words that nothing covers, with their passage and what stands around them."""
    return coverage_faults(context.archive)


@check(
    "stamps",
    pl="Każde twierdzenie porównano z jego ustępem i od tego czasu nic się w nim nie zmieniło.",
    en="Every claim has been compared with its passage, and nothing of it has changed since.",
)
def stamps(context: Context) -> Iterable[Fault]:
    """Claims without a review stamp, and stale stamps with what has changed since."""
    return stamp_faults(context.archive)
