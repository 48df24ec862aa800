"""Build the site and serve it from this machine."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryFile
from threading import current_thread, main_thread
from typing import Literal, TypeAlias

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import SphinxError
from sphinx.util.console import strip_colors
from sphinx.util.docutils import docutils_namespace, patch_docutils

from przemyskie66.errors import CorpusError, Fault

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

    :raises CorpusError: if there can be no such folder, or nothing can be written into it.
    """
    for lang in LANGUAGES if language == "all" else (language,):
        _try_folder(_pages(out, lang))
        _try_folder(_memory(out, lang))
    if language == "all":
        return _build_all(root, out, jobs, progress)
    return _print([_build(root, out, language, jobs, progress)])


def _pages(out: Path, lang: str) -> Path:
    """Return the folder of the pages of one language."""
    return out if lang == "pl" else out / lang


def _memory(out: Path, lang: str) -> Path:
    """Return the folder of what Sphinx remembers of one language."""
    return out.with_name(f"{out.name}.doctrees") / lang


def _try_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        message, way_out = "the site cannot be written here", "Name another folder: przemyskie66 site FOLDER."
        raise CorpusError(
            [Fault("site", str(folder), "folder", message, error.strerror or "", way_out)]
        ) from error


@dataclass(frozen=True)
class _Built:
    """How the build of one language ended: 0 or 1, and what Sphinx said of it."""

    code: int
    said: str


def _print(built: Sequence[_Built]) -> int:
    """Print what was said, once where two languages say the same; return the worst code."""
    for said in dict.fromkeys(one.said for one in built):
        sys.stderr.write(said if sys.stderr.isatty() else strip_colors(said))
    return max(one.code for one in built)


def _build(root: Path, out: Path, lang: str, jobs: int, progress: Progress, *, shared: bool = True) -> _Built:
    """Build one language, with or without the files that both languages share.

    Sphinx warns of a page when it reads it, and remembers only that it has read it. So a build that
    did not come to a good end is followed by one that remembers nothing.
    """
    said = StringIO()
    unfinished = _memory(out, lang) / "unfinished"
    again = unfinished.exists()
    unfinished.touch()
    try:
        with patch_docutils(root), docutils_namespace():
            app = Sphinx(
                srcdir=root,
                confdir=root,
                outdir=_pages(out, lang),
                doctreedir=_memory(out, lang),
                buildername="html",
                confoverrides={"language": lang, "nitpicky": True, "shared_files": shared},
                status=None,
                warning=said,
                freshenv=again,
                warningiserror=True,
                parallel=jobs,
            )
            _Steps(progress).follow(app)
            app.build()
            if app.statuscode == 0:
                unfinished.unlink()
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
    built: dict[str, _Built] = {}
    running: dict[Connection, tuple[str, BaseProcess]] = {}
    try:
        with _no_interrupt():  # nor in what is begun here: whoever waits ends it
            for lang in LANGUAGES:
                ours, theirs = processes.Pipe(duplex=False)
                process = processes.Process(target=_work, args=(theirs, root, out, lang, jobs))
                process.start()
                running[ours] = lang, process
                theirs.close()
        while len(built) < len(running):
            for told in wait([told for told, (lang, _) in running.items() if lang not in built]):
                assert isinstance(told, Connection)
                lang, worker = running[told]
                try:
                    result = told.recv()
                except (EOFError, OSError):
                    worker.join()
                    built[lang] = _Built(1, _ended(lang, worker.exitcode))
                    continue
                if isinstance(result, _Built):
                    built[lang] = result
                else:
                    counts[lang] = result
                    progress(*map(sum, zip(*counts.values(), strict=True)))
    finally:
        for _, started in running.values():
            started.terminate()
            started.join()
    return _print([built[lang] for lang in LANGUAGES])


def _ended(lang: str, code: int | None) -> str:
    """Return the words for a build that ended without a result."""
    message = "the build ended by itself, of an error printed above or for want of memory"
    way_out = f"Build again; if memory is short, one language at a time: --language {lang}."
    return f"{Fault('site', 'build', f'language {lang}', message, f'exit code {code}', way_out)}\n"


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Do something that Ctrl-C must not break, where that can be said at all: in the main thread."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(told: Connection, root: Path, out: Path, lang: str, jobs: int) -> None:
    """Build *lang* in a process of its own; tell the steps, then the code and what was said."""

    def progress(done: int, total: int) -> None:
        if jobs == 1:  # Sphinx's own processes cannot count together
            told.send((done, total))

    with suppress(BrokenPipeError):  # whoever waited is gone
        told.send(_build(root, out, lang, jobs, progress, shared=lang == "pl"))


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
