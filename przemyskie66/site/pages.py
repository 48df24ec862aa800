"""What the theme's templates need to know of a page, and the pages that no source file stands for."""

import posixpath
import re
from collections.abc import Iterator
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from przemyskie66.site import code, metadata, report
from przemyskie66.site.cards import sprite
from przemyskie66.site.citing import cite_pages
from przemyskie66.site.html import element
from przemyskie66.site.parts import edition_of
from przemyskie66.site.project import ArchiveProject

#: Nothing comes from elsewhere, and no script but the site's own runs.
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'"
)
#: What Python in the page needs besides: WebAssembly, and a worker made from a blob.
CSP_PLAY = CSP.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval' blob:").replace(
    "connect-src 'self'", "connect-src 'self' blob: data:; worker-src 'self' blob:"
)

#: Scripts that Sphinx puts on every page, for a search and shortcuts that these pages do not have.
UNUSED_SCRIPTS = ("documentation_options.js", "doctools.js", "sphinx_highlight.js", "translations.js")

#: Which door of the header leads to pages of these kinds.
DOORS = {"rules": "rule", "sources": "source", "witnesses": "witness"}

#: Scripts that one page alone needs; but for the search, it is read whole without them.
PAGE_SCRIPTS = {"corrections": "filter.js", "grid": "filter.js", "search": "search.js"}

#: Pages, and kinds of pages, whose citations a script offers to copy.
CITING = ("rule", "source", "witness", "cite", "citing", "play", "rulesets")

#: The theme's template has one; docutils adds another to every page that has a source.
VIEWPORT = re.compile(r'<meta name="viewport"[^>]*>\s*')


class ArchiveTranslator(HTML5Translator):
    """Writes the pages; the links at headings speak the page's language."""

    def add_permalink_ref(self, node: nodes.Element, title: str) -> None:
        """Add the link to a heading, named in the language of the page."""
        words = "Link to this heading" if self.config.language == "en" else "Odnośnik do tego nagłówka"
        super().add_permalink_ref(node, words)

    def visit_image(self, node: nodes.image) -> None:
        """Write a picture that is loaded when a reader comes near it."""
        node["loading"] = "lazy"
        super().visit_image(node)


def use_archive_project(app: Sphinx) -> None:
    """Let the archive's own page names stand for its files."""
    project = ArchiveProject(app.srcdir, app.config.source_suffix, app.config.language)
    project.restore(app.project)
    app.project = app.env.project = project


def complete_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add to *context* what the theme asks for."""
    edition = edition_of(app)
    plays = doctree is not None and _plays(doctree)
    context["say"] = edition.say
    context["draws_cards"] = doctree is not None and _draws_cards(doctree)
    context["card_sprite"] = sprite(edition.lang)
    context["doors"] = DOORS
    context["translations"] = _translations(edition.lang, pagename)
    metatags = VIEWPORT.sub("", context.get("metatags", ""))
    # the policy stands first: what comes before it, it would not hold
    policy = f'<meta http-equiv="Content-Security-Policy" content="{CSP_PLAY if plays else CSP}">'
    told = metadata.head(edition, pagename, str(context.get("title", "")))
    context["metatags"] = f"\n    {policy}\n    {metatags}{told}"
    newest = _newest(app.config.html_baseurl, edition.lang, pagename) if app.config.html_baseurl else ""
    if newest:
        context["pageurl"] = newest
    template = report.template_of(app.config.report_address)
    context["report"] = report.report_link(edition, template, pagename, newest)
    if pagename.partition("/")[0] in report.IN_PARTS:
        app.add_js_file("report.js", loading_method="defer")
    if pagename in PAGE_SCRIPTS:
        app.add_js_file(PAGE_SCRIPTS[pagename], loading_method="defer")
    if pagename.startswith("sheet/"):
        app.add_css_file("sheet.css")
    if pagename in CITING or pagename.partition("/")[0] in CITING:
        app.add_js_file("cite.js", loading_method="defer")
    scripts = context["script_files"]
    context["script_files"] = [
        script for script in scripts if posixpath.basename(str(script.filename)) not in UNUSED_SCRIPTS
    ]


def _newest(base: str, lang: str, pagename: str) -> str:
    """Return where the newest version of the page stands."""
    return f"{base.rstrip('/')}/{'en/' if lang == 'en' else ''}{pagename}.html"


def _draws_cards(doctree: nodes.document) -> bool:
    drawn = any(node["tag"] == "use" for node in doctree.findall(element))
    return drawn or any(
        "#card-" in node.astext() or "#suit-" in node.astext() for node in doctree.findall(nodes.raw)
    )


def _plays(doctree: nodes.document) -> bool:
    """Return whether the page runs the engine: to play a deal, or the cases of a rule."""
    return any(node["html"].get("class") in ("run-cases", "play") for node in doctree.findall(element))


def _translations(lang: str, pagename: str) -> list[tuple[str, str]]:
    """Return the addresses of the page in both languages: Polish at the root, English in ``en/``."""
    up = "../" * (pagename.count("/") + (lang == "en"))
    here = posixpath.basename(pagename) + ".html"
    other = f"{up}{'' if lang == 'en' else 'en/'}{pagename}.html"
    return [("pl", here), ("en", other)] if lang == "pl" else [("pl", other), ("en", here)]


def extra_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield pages without a source file: the search, the engine's modules, all citations."""
    yield "search", {}, "search.html"
    for pagename, title, body in (*code.pages(), *cite_pages(edition_of(app))):
        yield (
            pagename,
            {"title": escape(title), "body": f"<section><h1>{escape(title)}</h1>{body}</section>"},
            "page.html",
        )
