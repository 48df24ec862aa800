"""Checks of what the editors say about their text: proofs of corrections, the glossary, the measured quality."""

from collections.abc import Iterable

from przemyskie66.checks.registry import Context, check
from przemyskie66.errors import Fault
from przemyskie66.rulebook import emendation_faults, glossary_faults, quality_faults


@check(
    "emendations",
    pl="Każda dowiedziona poprawka wynika ze słów, na które się powołuje, a rachunek się zgadza.",
    en="Every emendation that is said to be proved follows from the words it names, and its sum comes out.",
)
def emendations(context: Context) -> Iterable[Fault]:
    """Premises that are not in the text, sums that do not come out, readings other than those proved."""
    return emendation_faults(context.archive)


@check(
    "glossary",
    pl="Każde hasło słowniczka stoi w tekstach tam, gdzie podaje, a pierwsze miejsce jest pierwsze.",
    en="Every word of the glossary stands in the texts where it says, and its first place is the first.",
)
def glossary(context: Context) -> Iterable[Fault]:
    """Forms that stand nowhere, quotes that are not verified, words that stand earlier than quoted."""
    archive = context.archive
    if len(archive.documents) < len(list((context.root / "corpus" / "tei").glob("*.tei.xml"))):
        # A text that cannot be read has faults of its own; every word quoted from it would only hide them.
        return ()
    return glossary_faults(archive.glossary.values(), archive.documents)


@check(
    "quality",
    pl="Podana liczba błędów dotyczy tekstu, który jest w archiwum.",
    en="The published number of errors is that of the text in the archive.",
)
def quality(context: Context) -> Iterable[Fault]:
    """A figure that was measured before the text was last changed."""
    return quality_faults(context.archive)
