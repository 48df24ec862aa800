"""Files that the site carries along: the theme, and the archive's own files for download."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from przemyskie66.errors import CorpusError
from przemyskie66.rulebook.dts import dts_files
from przemyskie66.site.citing import cite_files
from przemyskie66.site.parts import edition_of
from przemyskie66.site.play import site_root
from przemyskie66.site.play.bundle import write_if_changed
from przemyskie66.site.reviewers_page import missing_places

THEME = Path(__file__).parent / "theme" / "edycja"

#: Downloads keep their place in the archive, so that the paths written in the TEI files hold on the site too.
DOWNLOADS = (
    "CITATION.cff",
    "corpus/raw/*.txt",
    "corpus/raw/SHA256SUMS",
    "corpus/tei/*.tei.xml",
    "corpus/deals/*.deal.json",
    "corpus/survey/*.json",
    "corpus/schema/*.rn[cg]",
    "corpus/schema/export/*.schema.json",
)


def drop_orphans(app: Sphinx, exception: Exception | None) -> None:
    """Delete the pages, and the downloads, of records that the archive no longer has."""
    if exception is not None or app.builder.format != "html":
        return
    for kind in ("rule", "source", "witness", "sheet"):
        for page in (app.outdir / kind).glob("*.html"):
            if f"{kind}/{page.stem}" not in app.env.found_docs:
                page.unlink()
    for pattern in DOWNLOADS:
        for copied in app.outdir.glob(pattern):
            if not (app.srcdir / copied.relative_to(app.outdir)).exists():
                copied.unlink()


def copy_downloads(app: Sphinx, exception: Exception | None) -> None:
    """Copy what readers may download, byte for byte."""
    if exception is not None or app.builder.format != "html":
        return
    for pattern in DOWNLOADS:
        for source in sorted(app.srcdir.glob(pattern)):
            for folder in {Path(app.outdir), *([site_root(app)] if app.config.shared_files else [])}:
                target = folder / source.relative_to(app.srcdir)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)


def check_places(app: Sphinx, exception: Exception | None) -> None:
    """Refuse a finished build that lacks a place which an answer to reviewers names."""
    if exception is not None or app.builder.format != "html":
        return
    shared = site_root(app) if app.config.shared_files else None
    faults = missing_places(edition_of(app), Path(app.outdir), shared)
    if faults:
        raise ExtensionError(str(CorpusError(faults)), modname="przemyskie66")


def publish(app: Sphinx, exception: Exception | None) -> None:
    """Write what is made of the archive: exports and the text API once, citation files in each language."""
    if exception is not None or app.builder.format != "html":
        return
    edition = edition_of(app)
    whole = site_root(app)
    cited = {path: text.encode() for path, text in cite_files(edition)}
    _keep(app.outdir, "cite", cited, except_for="*.html")
    if not app.config.shared_files:
        return
    _keep(whole, "data", {f"data/{name}": data for name, data in edition.exported.items()})
    _keep(whole, "dts", dts_files(edition.archive, base_url=edition.base_url))


def _keep(root: Path, folder: str, files: Mapping[str, bytes], *, except_for: str = "") -> None:
    """Let *files* be all that is in *folder*, but for files of one pattern that others write there."""
    for old in (root / folder).rglob("*"):
        theirs = bool(except_for) and old.match(except_for)
        if old.is_file() and not theirs and old.relative_to(root).as_posix() not in files:
            old.unlink()
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        write_if_changed(root / path, data)
