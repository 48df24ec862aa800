"""Build the site and serve it from this machine."""

import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Literal, TypeAlias

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import SphinxError
from sphinx.util.docutils import docutils_namespace, patch_docutils

LANGUAGES = ("pl", "en")


#: Told how many steps of a build are done, and of how many.
Progress: TypeAlias = Callable[[int, int], None]


def build(
    root: Path,
    out: Path,
    language: Literal["pl", "en", "all"] = "pl",
    jobs: int = 1,
    progress: Progress = lambda done, total: None,
) -> int:
    """Build one language of the archive at *root*, or all, each in a process of its own; every warning is an error.

    Polish pages go to *out*, English ones to ``out/en``; what Sphinx remembers between builds goes
    beside *out*. Return 0, or 1 if anything was wrong (it has been printed by then).
    """
    if language == "all":
        return _build_all(root, out, jobs, progress)
    built = _build(root, out, language, jobs, progress)
    sys.stderr.write(built.said)
    return built.code


@dataclass(frozen=True)
class _Built:
    """How the build of one language ended: 0 or 1, and what Sphinx said of it."""

    code: int
    said: str


def _build(root: Path, out: Path, lang: str, jobs: int, progress: Progress, *, shared: bool = True) -> _Built:
    """Build one language, with or without the files that both languages share."""
    said = StringIO()
    try:
        with patch_docutils(root), docutils_namespace():
            app = Sphinx(
                srcdir=root,
                confdir=root,
                outdir=out if lang == "pl" else out / lang,
                doctreedir=out.with_name(f"{out.name}.doctrees") / lang,
                buildername="html",
                confoverrides={"language": lang, "nitpicky": True, "shared_files": shared},
                status=None,
                warning=said,
                warningiserror=True,
                parallel=jobs,
            )
            _Steps(progress).follow(app)
            app.build()
            return _Built(app.statuscode, said.getvalue())
    except SphinxError as error:
        return _Built(1, f"{said.getvalue()}{error.category}: {error}\n")


class _Steps:
    """Counts the pages that a build reads and writes."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.done = self.total = 0

    def follow(self, app: Sphinx) -> None:
        """Listen to a build. What is written again is not known before, so all is expected."""
        app.connect("env-before-read-docs", self._begin)
        app.connect("doctree-read", self._step)
        app.connect("html-page-context", self._step)

    def _begin(self, app: Sphinx, env: BuildEnvironment, names: Sequence[str]) -> None:
        self.total = len(names) + len(env.found_docs)

    def _step(self, *_: object) -> None:
        self.done += 1
        self.progress(self.done, max(self.total, self.done))


def _build_all(root: Path, out: Path, jobs: int, progress: Progress) -> int:
    processes = get_context("spawn")  # whoever builds may have threads, which do not survive a fork
    counts = dict.fromkeys(LANGUAGES, (0, 0))
    waiting: dict[Connection, str] = {}
    running: list[BaseProcess] = []
    code = 0
    try:
        for lang in LANGUAGES:
            ours, theirs = processes.Pipe(duplex=False)
            process = processes.Process(target=_work, args=(theirs, root, out, lang, jobs))
            process.start()
            theirs.close()
            running.append(process)
            waiting[ours] = lang
        while waiting:
            for told in wait(list(waiting)):
                assert isinstance(told, Connection)
                try:
                    result = told.recv()
                except EOFError:  # it died; why, it has said itself
                    result = _Built(1, "")
                if isinstance(result, _Built):
                    code = max(code, result.code)
                    sys.stderr.write(result.said)
                    del waiting[told]
                else:
                    counts[waiting[told]] = result
                    progress(*map(sum, zip(*counts.values(), strict=True)))
    finally:
        for begun in running:
            begun.terminate()
            begun.join()
    return code


def _work(told: Connection, root: Path, out: Path, lang: str, jobs: int) -> None:
    """Build *lang* in a process of its own; tell the steps, then the code and what was said."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever waits ends this

    def progress(done: int, total: int) -> None:
        if jobs == 1:  # Sphinx's own processes cannot count together
            told.send((done, total))

    told.send(_build(root, out, lang, jobs, progress, shared=lang == "pl"))
    told.close()


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
