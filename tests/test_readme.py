"""What the README shows runs, and the files it points at exist."""

import re
from pathlib import Path

import pytest


def test_the_lines_of_the_readme_run(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(root)
    found = re.search(r"```python\n(.*?)```", (root / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    exec(compile(found[1], "README.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "A play C9"
    assert lines[-1].startswith("it is for A to act (rule first-lead")


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "docs/architecture.md"])
def test_links_within_the_repository_lead_somewhere(root: Path, name: str) -> None:
    page = root / name
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    missing = [t for t in targets if "://" not in t and not (page.parent / t).exists()]
    assert not missing


def test_lock_files_name_no_host(root: Path) -> None:
    files = [*sorted((root / "requirements").iterdir()), root / "package-lock.json", root / "package.json"]
    for path in files:
        assert "://" not in path.read_text(encoding="utf-8"), path.name
