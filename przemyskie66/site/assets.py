"""Files that the site carries along: the theme, and the archive's own files for download."""

import shutil
from pathlib import Path

from sphinx.application import Sphinx

THEME = Path(__file__).parent / "theme" / "edycja"

#: Downloads keep their place in the archive, so that the paths written in the TEI files hold on the site too.
DOWNLOADS = ("corpus/raw/*.txt", "corpus/raw/SHA256SUMS", "corpus/tei/*.tei.xml", "corpus/schema/*.rn[cg]")


def drop_orphans(app: Sphinx, exception: Exception | None) -> None:
    """Delete the pages, and the downloads, of records that the archive no longer has."""
    if exception is not None or app.builder.format != "html":
        return
    for kind in ("rule", "source", "witness"):
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
            target = app.outdir / source.relative_to(app.srcdir)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
