"""The check of what was measured: stored surveys follow from their counts."""

from collections.abc import Iterable

from przemyskie66.checks.registry import Context, check
from przemyskie66.errors import Fault
from przemyskie66.survey.faults import survey_faults


@check(
    "surveys",
    pl="Każda podana liczba badań wynika z policzonych rozdań, a polecenie opisuje plik.",
    en="Every figure of the surveys follows from the deals counted, and the command is that of the file.",
)
def surveys(context: Context) -> Iterable[Fault]:
    """Files that cannot be read, figures that do not follow, counts that no deals can give."""
    return survey_faults(context.root)
