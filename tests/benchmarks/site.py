"""Measure the built site: how heavy its pages are, how long it takes to check and build, how Python starts.

Usage: ``make bench-site DATE=2026-11-30``, or ``.venv/bin/python tests/benchmarks/site.py --date 2026-11-30``.

Writes ``site.md`` beside it. Times depend on the machine, so what is held to a budget is bytes and
ratios; seconds are written down as what they are. The start of our page and of a page that loads
the same Python and nothing else are taken in turn, each time in a browser that remembers nothing.
"""

import argparse
import gzip
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from statistics import median

from lxml import html
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "site"))
from site_support import serving

ROOT = Path(__file__).parents[2]
RESULTS = Path(__file__).with_suffix(".md")

#: A page that starts the same Python in a worker and does nothing with it.
EMPTY_PAGE = """<!doctype html><meta charset="utf-8"><title>empty</title><script>
window.start = () => new Promise((resolve, reject) => {
  const worker = new Worker("empty.worker.js", { type: "module" });
  worker.onmessage = ({ data }) => (data === "ready" ? resolve() : reject(new Error(data)));
});
</script>"""
EMPTY_WORKER = """
import { loadPyodide } from "./_static/play/pyodide.mjs";
const here = new URL("./_static/play/", import.meta.url).href;
try {
  const python = await loadPyodide({ indexURL: here, lockFileContents: JSON.stringify({ info: %s, packages: {} }) });
  python.runPython("1 + 1");
  self.postMessage("ready");
} catch (error) { self.postMessage(String(error)); }
"""

#: Gaps between turns of the main thread, in milliseconds, from now on.
WATCH = """() => {
  window.longest = 0;
  const channel = new MessageChannel();
  let last = performance.now();
  channel.port1.onmessage = () => {
    const now = performance.now();
    window.longest = Math.max(window.longest, now - last);
    last = now;
    channel.port2.postMessage(0);
  };
  channel.port2.postMessage(0);
}"""


def run(*arguments: str) -> float:
    """Run the project's own command with *arguments*; return the seconds it took."""
    begin = time.perf_counter()
    command = [sys.executable, "-m", "przemyskie66", *arguments]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def weights(site: Path) -> list[tuple[str, int, int]]:
    """Return for every page its path and the bytes, gzip, of its HTML and of what it loads with it."""
    packed: dict[Path, int] = {}

    def size(path: Path) -> int:
        if path not in packed:
            packed[path] = len(gzip.compress(path.read_bytes(), 9))
        return packed[path]

    found = []
    for path in sorted(site.rglob("*.html")):
        tree = html.parse(str(path))
        assets = {
            (path.parent / str(address).partition("?")[0]).resolve()
            for address in tree.xpath("//script/@src | //link[@rel='stylesheet']/@href | //img/@src")
        }
        found.append((str(path.relative_to(site)), size(path), sum(size(asset) for asset in assets)))
    return found


def timed(browser: Browser, address: str, start: str) -> tuple[float, float]:
    """Return seconds from the call *start* on the page at *address* to its end, and the longest stall in ms."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    page.wait_for_timeout(300)
    page.evaluate(WATCH)
    begin = time.perf_counter()
    page.evaluate(start)
    seconds = time.perf_counter() - begin
    stall = page.evaluate("window.longest")
    context.close()
    return seconds, stall


def starts(site: Path, rounds: int) -> dict[str, list[float]]:
    """Start our page and the empty one in turn, *rounds* times; return the seconds of each and our stalls."""
    manifest = json.loads((site / "_static/play/manifest.json").read_text(encoding="utf-8"))
    found: dict[str, list[float]] = {"ours": [], "empty": [], "stall": []}
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium is missing; run: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Path(folder)
        (served / "_static").symlink_to((site / "_static").resolve())
        (served / "empty.html").write_text(EMPTY_PAGE, encoding="utf-8")
        worker = EMPTY_WORKER % json.dumps(manifest["info"])
        (served / "empty.worker.js").write_text(worker, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with serving(site) as ours, serving(served) as empty:
            for _ in range(rounds):
                seconds, _ = timed(browser, empty + "empty.html", "() => window.start()")
                found["empty"].append(seconds)
                call = "() => p66play.startEngine(() => {}).then(() => null)"
                seconds, stall = timed(browser, ours + "play.html", call)
                found["ours"].append(seconds)
                found["stall"].append(stall)
        browser.close()
    return found


def kinds(pages: list[tuple[str, int, int]]) -> dict[str, list[tuple[str, int, int]]]:
    """Return the pages by kind: the folder they stand in, or the page itself."""
    found: dict[str, list[tuple[str, int, int]]] = {}
    for page in pages:
        parts = Path(re.sub(r"^en/", "", page[0])).parts
        found.setdefault(f"{parts[0]}/…" if len(parts) > 1 else parts[0], []).append(page)
    return found


def report(day: date, say: Callable[[str], None], rounds: int) -> None:
    """Measure everything and pass the lines of the report to *say*."""
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        checked, clean, again = run("check"), run("site", str(site)), run("site", str(site))
        say("# The site, measured\n")
        say(f"Measured on {day} by `make bench-site`. Seconds say as much of the machine as of the site.\n")
        say("| what | measured | budget |\n|---|---|---|")
        say(f"| all checks of the archive | {checked:.1f} s | 5 s |")
        say(f"| both languages from clean | {clean:.0f} s | 60 s |")
        say(f"| both again, nothing changed | {again:.0f} s | |")
        times = starts(site, rounds)
        ratios = [ours / empty for ours, empty in zip(times["ours"], times["empty"], strict=True)]
        say(
            f"| cold start of the table ÷ that of the same Python alone, median of {rounds} pairs | {median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f}) | 1.2 |"
        )
        say(f"| the same in seconds | {median(times['ours']):.1f} ÷ {median(times['empty']):.1f} s | |")
        say(
            f"| longest stall of the page while Python starts, median (most) | {median(times['stall']):.0f} ({max(times['stall']):.0f}) ms | 50 ms |"
        )
        manifest = json.loads((site / "_static/play/manifest.json").read_text(encoding="utf-8"))
        loaded = sum(
            len(gzip.compress((site / "_static/play" / name).read_bytes(), 9)) for name in manifest["files"]
        )
        say(f"| what a click on “play” loads, gzip | {loaded / 1e6:.2f} MB | 5.3 MB |")
        whole = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
        say(f"| the whole site, both languages | {whole / 1e6:.0f} MB | |\n")
        say("Bytes, gzip: the heaviest page of each kind.\n")
        say("| pages | how many | heaviest | HTML | with it |\n|---|---:|---|---:|---:|")
        for kind, some in sorted(kinds(weights(site)).items()):
            name, size, assets = max(some, key=lambda page: page[1])
            say(f"| {kind} | {len(some)} | {name} | {size / 1000:.1f} KB | {assets / 1000:.1f} KB |")


def main() -> int:
    """Measure, print, and write the report."""
    parser = argparse.ArgumentParser(description="measure the built site")
    parser.add_argument("--date", type=date.fromisoformat, required=True, help="the day to write down")
    parser.add_argument("--rounds", type=int, default=7, help="how many pairs of starts")
    given = parser.parse_args()
    lines: list[str] = []

    def say(line: str) -> None:
        print(line, flush=True)
        lines.append(line)

    report(given.date, say, given.rounds)
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
