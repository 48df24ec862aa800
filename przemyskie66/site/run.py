"""Build the site and serve it from this machine."""

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.docutils import docutils_namespace, patch_docutils

LANGUAGES = ("pl", "en")


def build(root: Path, out: Path, language: Literal["pl", "en", "all"] = "pl", jobs: int = 1) -> int:
    """Build one language of the archive at *root*, or all; every warning is an error.

    Polish pages go to *out*, English ones to ``out/en``; what Sphinx remembers between builds goes
    beside *out*. Return 0, or 1 if anything was wrong (it has been printed by then).
    """
    code = 0
    for lang in LANGUAGES if language == "all" else (language,):
        target = out if lang == "pl" else out / lang
        try:
            with patch_docutils(root), docutils_namespace():
                app = Sphinx(
                    srcdir=root,
                    confdir=root,
                    outdir=target,
                    doctreedir=out.with_name(f"{out.name}.doctrees") / lang,
                    buildername="html",
                    confoverrides={"language": lang, "nitpicky": True},
                    status=None,
                    warning=sys.stderr,
                    warningiserror=True,
                    parallel=jobs,
                )
                app.build()
                code = max(code, app.statuscode)
        except SphinxError as error:
            print(f"{error.category}: {error}")
            code = 1
    return code


def serve(out: Path, port: int = 8066) -> None:
    """Serve *out* on 127.0.0.1 until interrupted; print the address. A port in use gives way to the next.

    :raises OSError: if none of twenty ports is free.
    """
    handler = partial(QuietHandler, directory=str(out))
    for candidate in range(port, port + 20):
        try:
            server = ThreadingHTTPServer(("127.0.0.1", candidate), handler)
        except OSError:
            continue
        with server:
            print(f"http://127.0.0.1:{candidate}/", flush=True)
            try:
                server.serve_forever()
            except KeyboardInterrupt:
                print()
        return
    raise OSError(f"no free port from {port} to {port + 19}; choose another with --port")


# Python's own table differs between systems; browsers insist on these two.
TYPES = {".wasm": "application/wasm", ".mjs": "text/javascript"}


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line for each request."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing; faults are seen in the browser."""
