"""Which functions of the engine obey a rule, with their lines; and the engine's code as pages.

Found by reading the code at every build, so a moved function moves its links.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from przemyskie66 import engine

ENGINE = Path(engine.__file__).parent

RULES_LINE = re.compile(r"^\s*Rules?:((?:.|\n)*?)(?:\n\s*\n|\Z)", re.MULTILINE)

#: How the engine writes a ruleset: states, deals and terms have attributes of the same names as options.
_RULESET = re.compile(r"(^|\.)(ruleset|rules)$")


class Place(NamedTuple):
    """A function of the engine and its first line (from 1)."""

    module: str  #: ``engine/legality.py``
    function: str
    line: int


@cache
def _functions() -> tuple[tuple[Place, frozenset[str], frozenset[str]], ...]:
    """Every function: its place, the answers it reads of a ruleset, the rules its docstring names."""
    found = []
    for path in sorted(ENGINE.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, node in _definitions(tree):
            attributes = frozenset(
                inner.attr
                for inner in ast.walk(node)
                if isinstance(inner, ast.Attribute) and _RULESET.search(ast.unparse(inner.value))
            )
            lines = RULES_LINE.findall(ast.get_docstring(node, clean=True) or "")
            rules = frozenset(re.findall(r"[a-z][a-z0-9-]*", " ".join(lines)))
            found.append((Place(f"engine/{path.name}", name, node.lineno), attributes, rules))
    return tuple(found)


def _definitions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner


def obeying(rule: str, option: str) -> tuple[Place, ...]:
    """Return the functions that read the rule's *option* or say that they rest on the *rule*.

    The table of options, which reads every option to check it, is left out.
    """
    return tuple(
        place
        for place, attributes, rules in _functions()
        if (option in attributes or rule in rules) and place.module != "engine/ruleset.py"
    )


def pages() -> Iterator[tuple[str, str, str]]:
    """Yield page name, title and body of every module of the engine, each line with an anchor."""
    for path in sorted(ENGINE.glob("*.py")):
        lines = path.read_text(encoding="utf-8").splitlines()
        numbered = "".join(
            f'<span class="code-line" id="L{number}"><a href="#L{number}">{number}</a> {escape(line)}</span>'
            for number, line in enumerate(lines, 1)
        )
        body = f'<pre class="code-page" lang="en" tabindex="0">{numbered}</pre>'
        yield f"code/engine/{path.stem}", f"engine/{path.name}", body
