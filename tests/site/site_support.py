"""What several tests of the site need: a copy of its sources, a folder that processes share, a server."""

import fcntl
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from przemyskie66.site.run import QuietHandler


def copy_source(root: Path, folder: Path) -> Path:
    """Copy into the new *folder* what the site of the archive at *root* is built from, and return it."""
    folder.mkdir()
    for name in ("corpus", "docs", "LICENSES"):
        shutil.copytree(root / name, folder / name)
    shutil.copytree(root / "tests" / "rules", folder / "tests" / "rules")
    shutil.copy(root / "conf.py", folder)
    (folder / "node_modules").symlink_to(root / "node_modules")
    (folder / "build").mkdir()
    if (root / "build" / "play").is_dir():  # what Node made for the play page, if a build has made it before
        (folder / "build" / "play").symlink_to(root / "build" / "play")
    return folder


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """Return the folder *name* that *make* fills; test processes share it."""
    shared = factory.getbasetemp()
    if shared.name.startswith("popen-"):
        shared = shared.parent
    folder, done = shared / name, shared / f"{name}.done"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            make(folder)
            done.touch()
    return folder


@contextmanager
def serving(site: Path, handler: type[QuietHandler] = QuietHandler) -> Iterator[str]:
    """Serve a built site on a free port of this machine; yield the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
