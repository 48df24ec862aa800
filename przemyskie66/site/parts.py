"""Parts of pages that are drawn from the archive, and when they must be drawn again.

A part is a function of edition and argument. Data files hold one part each (their parser says
which); prose pages hold parts by directive. Each part that a page holds is remembered by the digest
of what it was; a page is read again when one of its parts would now be different, whatever file,
case or line of code made it so.
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import ClassVar, cast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError
from sphinx.parsers import Parser
from sphinx.util.docutils import SphinxDirective, SphinxRole

from przemyskie66.errors import CorpusError, UnknownIdError
from przemyskie66.rulebook import load_archive
from przemyskie66.site import (
    agreement_page,
    citing,
    corrections,
    downloads,
    glossary,
    overviews,
    play_part,
    reviewers_page,
    survey_page,
    values,
)
from przemyskie66.site.domain import ArchiveDomain
from przemyskie66.site.edition import Edition, Lang
from przemyskie66.site.html import marks, toctree, unsearched
from przemyskie66.site.rule_page import rule_page
from przemyskie66.site.sheet_page import sheet_page
from przemyskie66.site.source_page import source_page
from przemyskie66.site.witness_page import witness_page

Draw = Callable[[Edition, str], list[nodes.Node]]

#: Whole pages, by the first part of their name.
PAGES: dict[str, Draw] = {
    "rule": rule_page,
    "source": source_page,
    "witness": witness_page,
    "sheet": sheet_page,
}

#: Parts of prose pages, by the name of their directive.
DIRECTIVES: dict[str, Draw] = {
    "rules": overviews.rule_list,
    "witnesses": overviews.witness_list,
    "sources": overviews.source_list,
    "grid": overviews.grid_table,
    "disagreements": overviews.disagreement_list,
    "questions": overviews.question_list,
    "rulesets": overviews.ruleset_list,
    "numbers": overviews.in_numbers,
    "correction-counts": corrections.correction_counts,
    "transcription-quality": corrections.transcription_quality,
    "proof-list": corrections.proof_list,
    "correction-table": corrections.correction_table,
    "small-corrections": corrections.small_corrections,
    "left-alone": corrections.left_alone,
    "glossary-list": glossary.glossary_list,
    "play": play_part.play,
    "cite": citing.cite_record,
    "deal-citations": citing.deal_citations,
    "downloads": downloads.download_list,
    "rights": downloads.rights_list,
    "survey-status": survey_page.survey_status,
    "change-overview": survey_page.change_overview,
    "change-strips": survey_page.change_strips,
    "pin-changes": survey_page.pin_changes,
    "agreement-matrix": agreement_page.agreement_matrix,
    "agreement-list": agreement_page.agreement_list,
    "reviewers": reviewers_page.reviewers_list,
}

#: Parts that repeat what stands on the pages of the records; a search finds it there.
RESTATED = frozenset(
    {"rules", "witnesses", "sources", "grid", "disagreements", "questions", "pin-changes", "agreement-list"}
)

#: Figures within a sentence, and whether a part of a page is shown, by the name of their role or directive.
WITHIN: dict[str, Draw] = {"value": values.value, "shown-if": values.shown_if}


#: The editions being built, by source folder and language. Worker processes inherit them.
_editions: dict[tuple[str, str], Edition] = {}


def load_edition(app: Sphinx) -> None:
    """Read the archive before any page is read."""
    try:
        archive = load_archive(app.srcdir)
    except CorpusError as error:
        raise ExtensionError(
            f"the archive cannot be shown as it stands:\n{error}", modname="przemyskie66"
        ) from error
    lang: Lang = "en" if app.config.language == "en" else "pl"
    _editions[str(app.srcdir), app.config.language] = Edition(archive, lang, app.config.html_baseurl)


def edition_of(build: Sphinx | BuildEnvironment) -> Edition:
    """Return the edition that is being built."""
    return _editions[str(build.srcdir), build.config.language]


def draw(edition: Edition, name: str, argument: str) -> list[nodes.Node]:
    """Return the nodes of the part *name*."""
    return {**PAGES, **DIRECTIVES, **WITHIN}[name](edition, argument)


def digest(drawn: list[nodes.Node]) -> str:
    """Return a digest of everything that *drawn* would become."""
    return hashlib.sha256("".join(node.pformat() for node in drawn).encode()).hexdigest()


def read_part(env: BuildEnvironment, name: str, argument: str) -> list[nodes.Node]:
    """Return a part for the page being read, its digest and its objects noted."""
    domain = cast(ArchiveDomain, env.domains["p66"])
    drawn = draw(edition_of(env), name, argument)
    parts = domain.parts.setdefault(env.current_document.docname, {})
    parts[name, argument] = digest(drawn)
    for node in drawn:
        if isinstance(node, nodes.Element):
            for element in node.findall(nodes.Element):
                for mark in marks(element):
                    domain.note(mark.kind, mark.name, mark.title, mark.anchor)
    return drawn


def outdated_pages(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> set[str]:
    """Return the pages that hold a part which would now be drawn differently."""
    domain = cast(ArchiveDomain, env.domains["p66"])
    skip = added | changed | removed

    def now() -> Iterator[tuple[str, tuple[str, str], str]]:
        for docname, parts in domain.parts.items():
            if docname in skip:
                continue
            for name, argument in parts:
                yield docname, (name, argument), digest(draw(edition_of(app), name, argument))

    return domain.outdated(now())


class RecordParser(Parser):
    """Makes the page of a rule, a source or a witness, or the sheet of a ruleset, from its data file.

    The file has been read with the rest of the archive; which record is meant, the page's name says.
    """

    supported: ClassVar[tuple[str, ...]] = ("p66-rule", "p66-source", "p66-witnesses", "p66-sheet")

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Fill *document* with the page."""
        env = document.settings.env
        kind, _, name = env.current_document.docname.partition("/")
        self.setup_parse(inputstring, document)
        document += read_part(env, kind, name)
        self.finish_parse()


class PartDirective(SphinxDirective):
    """``{grid}``, ``{rules}`` …: an overview of the archive within a prose page."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the part; the overviews of pages also put these into the order of the site."""
        name = self.name.rpartition(":")[2]
        argument = self.arguments[0] if self.arguments else ""
        try:
            drawn = read_part(self.env, name, argument)
        except (CorpusError, UnknownIdError) as error:
            raise self.error(str(error)) from error
        if name in RESTATED:
            drawn = [unsearched(node) if isinstance(node, nodes.Element) else node for node in drawn]
        edition = edition_of(self.env)
        members = {
            "rules": [f"rule/{rule}" for rule in edition.rule_order],
            "witnesses": [f"witness/{witness}" for witness in edition.archive.witnesses],
            "sources": [f"source/{source}" for source in edition.archive.documents],
            "rulesets": [f"sheet/{profile.id}" for profile in edition.playable],
        }.get(name)
        if members:
            drawn.append(toctree(self.env.current_document.docname, members))
        return drawn


class ValueRole(SphinxRole):
    """``{value}`count.rules` ``: a figure, read from the data when the page is built."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the figure; an unknown name is an error."""
        try:
            return read_part(self.env, "value", self.text), []
        except UnknownIdError as error:
            message = self.inliner.reporter.error(str(error), line=self.lineno)
            return [], [message]


class ShownIfDirective(SphinxDirective):
    """``{shown-if} measured sensible``: its content, where the data are so."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the content, or nothing."""
        try:
            (answer,) = read_part(self.env, "shown-if", self.arguments[0])
        except UnknownIdError as error:
            raise self.error(str(error)) from error
        return self.parse_content_to_nodes() if answer.astext() == values.YES else []
