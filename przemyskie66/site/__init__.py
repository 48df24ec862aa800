"""The site: a Sphinx extension, a theme, and the two commands that build and serve it.

::

    project        which file is which page
    parts          data files and directives to pages; when to draw again
    edition        the archive in one language, and the words for it
    rule_page, source_page, witness_page, overviews, case_picture, cards, code
    sheet_page     the rules of a ruleset on one printed page
    interventions  what the editors changed, in the text and in words
    corrections, glossary
    filters        the form that hides rows of a long table
    survey_page    what a disagreement changes in play
    agreement_page how far the witnesses agree
    reviewers_page answers to the questions of reviewers
    pins, shares   the label of the editors’ choice; whose the answers of a ruleset are
    values         figures within a sentence
    figures, plots how figures are written and drawn
    citing         how to cite, on each page and on pages of their own
    metadata       what a page tells reference managers and catalogues
    report         how an error is reported
    downloads      the page of files and rights
    typography     words of one letter are bound to the next
    html           elements as document nodes
    domain         roles and objects.inv
    search, stems  what the search page looks through, and how it compares words
    play           the deal played in the page
    play_part      where in a page it stands
    assets         files that the site carries along
    run            build and serve
"""

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from przemyskie66 import __version__
from przemyskie66.site import assets, pages, parts, play, report, search, typography
from przemyskie66.site.domain import ArchiveDomain
from przemyskie66.site.html import depart_element, element, indexed, pass_through, skip, visit_element
from przemyskie66.site.run import build, serve

__all__ = ["build", "serve", "setup"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Everything the extension adds."""
    app.add_domain(ArchiveDomain)

    app.add_source_suffix(".rule.toml", "p66-rule")
    app.add_source_suffix(".tei.xml", "p66-source")
    app.add_source_suffix("witnesses.toml", "p66-witnesses")
    app.add_source_suffix(".ruleset.toml", "p66-sheet")
    app.add_source_parser(parts.RecordParser)
    for name in parts.DIRECTIVES:
        app.add_directive(name, parts.PartDirective)
    app.add_role("value", parts.ValueRole())
    app.add_directive("shown-if", parts.ShownIfDirective)

    other = (pass_through, pass_through)
    app.add_node(
        element, html=(visit_element, depart_element), text=other, latex=other, man=other, texinfo=other
    )
    silent = (skip, None)
    app.add_node(indexed, html=silent, text=silent, latex=silent, man=silent, texinfo=silent)
    app.set_translator("html", pages.ArchiveTranslator, override=True)
    app.add_html_theme("edycja", str(assets.THEME))

    app.add_config_value("report_address", "", "html", types=frozenset({str}))
    app.add_config_value("shared_files", True, "", types=frozenset({bool}))  # those not of one language
    app.connect("config-inited", report.check_address)
    app.connect("builder-inited", pages.use_archive_project)
    app.connect("builder-inited", parts.load_edition)
    app.connect("builder-inited", search.use_own_search)
    app.connect("env-get-outdated", parts.outdated_pages)
    app.connect("doctree-read", search.collect)
    app.connect("doctree-read", typography.bind_words, priority=900)  # after all who collect words
    app.connect("html-page-context", pages.complete_context)
    app.connect("html-collect-pages", pages.extra_pages)
    app.connect("build-finished", assets.copy_downloads)
    app.connect("build-finished", assets.publish)
    app.connect("build-finished", assets.drop_orphans)
    app.connect("build-finished", search.write_index)

    play.setup(app)
    app.connect("build-finished", assets.check_places)  # after all who write
    return {
        "version": __version__,
        "env_version": 3,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
