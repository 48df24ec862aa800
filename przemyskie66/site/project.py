"""Which file of the repository is which page: short, stable addresses for the archive's own data.

The data files are Sphinx source documents. Their page names do not repeat where the files lie::

    docs/grid.pl.md                 grid            (grid.en.md in the English build)
    corpus/rules/deck.rule.toml     rule/deck
    corpus/tei/witryna.tei.xml      source/witryna
    corpus/witnesses.toml           witness/<id>    one page for each record of the file
    corpus/rulesets/ojciec.ruleset.toml    sheet/ojciec    its rules on one page; none for a ruleset that refuses to play

so pages can be cited by addresses that outlive a move of files, and nothing is generated into the
source tree. The files that no pattern names are no pages.
"""

import tomllib
from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from sphinx.project import Project

WITNESSES = Path("corpus/witnesses.toml")


class ArchiveProject(Project):
    """A Sphinx project whose page names are the archive's own."""

    def __init__(self, srcdir: str | PathLike[str], source_suffix: Iterable[str], language: str) -> None:
        super().__init__(srcdir, source_suffix)
        self.language = language

    def discover(self, exclude_paths: Iterable[str] = (), include_paths: Iterable[str] = ("**",)) -> set[str]:
        """Return the names of all pages, those of the witnesses among them; no sheet of a ruleset that refuses to play."""
        super().discover(exclude_paths, include_paths)
        if (self.srcdir / WITNESSES).is_file():
            for witness in tomllib.loads((self.srcdir / WITNESSES).read_text(encoding="utf-8")):
                docname = f"witness/{witness}"
                self.docnames.add(docname)
                self._docname_to_path[docname] = WITNESSES
        for docname in [name for name in self.docnames if name.startswith("sheet/")]:
            path = self._docname_to_path[docname]
            if "refuses" in tomllib.loads((self.srcdir / path).read_text(encoding="utf-8")):
                self.docnames.remove(docname)
                del self._docname_to_path[docname], self._path_to_docname[path]
        return self.docnames

    def path2doc(self, filename: str | PathLike[str]) -> str | None:
        """Return the page that *filename* is the source of, or ``None``.

        A witness page is found through :meth:`discover` alone: its file is the source of several.
        """
        path = Path(filename)
        if path.is_absolute() and path.is_relative_to(self.srcdir):
            path = path.relative_to(self.srcdir)
        match path.parts:
            case ("corpus", "rules", name) if name.endswith(".rule.toml"):
                return "rule/" + name.removesuffix(".rule.toml")
            case ("corpus", "tei", name) if name.endswith(".tei.xml"):
                return "source/" + name.removesuffix(".tei.xml")
            case ("corpus", "rulesets", name) if name.endswith(".ruleset.toml"):
                return "sheet/" + name.removesuffix(".ruleset.toml")
            case ("docs", *folders, name) if name.endswith(f".{self.language}.md"):
                return "/".join([*folders, name.removesuffix(f".{self.language}.md")])
        return None
