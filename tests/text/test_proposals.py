"""The tool that proposes: what it finds and what it leaves alone, by itself, on the texts, and as a command.

The tests of words need the extra ``edit`` and hunspell-pl; both are part of the test environment.
"""

import dataclasses
import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from small_edition import DOCUMENTS, HEADER, ROOT

from przemyskie66.cli import main
from przemyskie66.cli.proposals import read_decisions
from przemyskie66.errors import CorpusError
from przemyskie66.text import Document, Run, make_streams, read_document
from przemyskie66.text.proposals import (
    CONFIDENCES,
    KINDS,
    REASONS,
    Decisions,
    Lexica,
    Proposal,
    open_lexica,
    propose,
)
from przemyskie66.text.proposals.grid import Grid, LineLength, line_length
from przemyskie66.text.spellings import SPELLINGS, modern_spellings

Write = Callable[..., Document]


@pytest.fixture(scope="session")
def lexica() -> Lexica:
    """Both lexica."""
    found = open_lexica()
    assert not found.missing, [f"{missing.name}: {missing.line}" for missing in found.missing]
    return found


@pytest.fixture(scope="session")
def decisions() -> Decisions:
    """The decisions of the archive."""
    return read_decisions(ROOT)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Make a document of paragraphs, or of the items of one list."""

    def write(*paragraphs: str, items: bool = False) -> Document:
        raw, rows = "", []
        for number, text in enumerate(paragraphs, 1):
            source = f"../raw/guziki.txt#char={len(raw)},{len(raw) + len(text)}"
            tag = "item" if items else "p"
            rows.append(f'<{tag} xml:id="guziki-zasady-{number}" source="{source}">{escape(text)}</{tag}>')
            raw += text + "\n\n"
        body = "\n".join(rows)
        if items:
            body = f'<list xml:id="guziki-lista">\n{body}\n</list>'
        tei = (
            f'{HEADER}<text><body ana="#voice-ksiazka">\n<div xml:id="guziki-zasady" type="section">\n'
            f"{body}\n</div>\n</body></text>\n</TEI>\n"
        )
        for name, content in (("tei/guziki.tei.xml", tei), ("raw/guziki.txt", raw)):
            path = tmp_path / "corpus" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        return read_document(tmp_path / "corpus/tei/guziki.tei.xml", tmp_path / "corpus/raw/guziki.txt")

    return write


def found(proposals: tuple[Proposal, ...]) -> set[tuple[str, str, str | None]]:
    """Kind, words and proposed reading of each."""
    return {(proposal.kind, proposal.exact, proposal.reading) for proposal in proposals}


# --- spellings ---------------------------------------------------------------------------------


@pytest.mark.parametrize("spelling", SPELLINGS, ids=lambda spelling: spelling.name)
def test_each_spelling_does_what_its_example_says(spelling) -> None:
    """The older spelling is looked up under the newer one as well."""
    old, _, modern = spelling.example.partition(" → ")
    assert spelling.apply(old) != old
    assert modern in modern_spellings(old)


def test_spellings_may_meet_in_one_word() -> None:
    """Several rows may act on a word; its capital stays; nothing is lost."""
    assert {"innowacyami", "innowacjami"} <= set(modern_spellings("innowacyami"))
    assert {"Francyi", "Francji"} <= set(modern_spellings("Francyi"))
    assert modern_spellings("karta")[0] == "karta"


# --- lexica ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "word",
    ["licytacyę", "ztąd", "tem", "ośm", "siedm", "francuzkiego", "takiemi", "módz", "cośmy", "zapisaliby"],
)
def test_period_words_are_known(lexica: Lexica, word: str) -> None:
    """The editors are not asked about period spelling."""
    assert lexica.knows(word)


@pytest.mark.parametrize("word", ["rewns", "mc", "dz", "lo", "np", "si", "’"])
def test_pieces_and_abbreviations_are_no_words(lexica: Lexica, word: str) -> None:
    """Note names, abbreviations and signs that lexica hold do not pass for words."""
    assert lexica.degree(word) == 0


def test_accepted_words_are_known(lexica: Lexica) -> None:
    """In small letters with a capital too, otherwise as written."""
    mine = lexica.accepting(["szueta", "KWx"])
    assert mine.knows("Szueta")
    assert mine.knows("KWx")
    assert not mine.degree("kwx")
    assert not lexica.degree("szueta")


def test_what_is_missing_is_named_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the packages the tool says how to get them."""

    def nothing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr("przemyskie66.text.proposals.lexica.import_module", nothing)
    lexica = open_lexica(folders=())
    assert not lexica
    assert {missing.name: missing.line for missing in lexica.missing} == {
        "morfeusz2": "pip install .[edit]",
        "chunspell": "pip install .[edit]",
        "hunspell-pl": "apt-get install hunspell-pl",
    }
    assert lexica.may_be("grać", ("inf",)) is None


# --- the line grid -----------------------------------------------------------------------------


def test_line_length_is_that_of_one_line() -> None:
    """Distances of two lines do not draw it up; too few tell nothing."""
    length = line_length([53, 52, 54, 53, 55, 51, 53, 54, 107, 106, 21])
    assert length is not None
    assert length.mean == pytest.approx(53, abs=1)
    assert line_length([53] * 5) is None


def test_the_grid_knows_where_lines_end() -> None:
    """Between known line ends the probability gathers one line on."""
    spaces = range(5, 300, 5)
    grid = Grid(0, 300, spaces, [48, 200], LineLength(50, 1.5))
    assert grid.chance(150) > 0.4  # from 48 to 200 there are three lines
    assert grid.chance(100) > 0.4
    assert grid.chance(125) < 0.02
    assert grid.chance(200) == pytest.approx(1)


# --- what is proposed ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "proposal"),
    [
        ("Karty wycią gnął gracz.", ("join", "wycią gnął", "wyciągnął")),
        ("Wynik kom- binacyi kart.", ("join", "kom- binacyi", "kombinacyi")),
        ("Stawki po- 1 dwajają się.", ("join", "po- 1 dwajają", "podwajają")),
        ("Trzecia par ty e kart.", ("join", "par ty e", "partye")),
        ("Układ z jed nym kolorem.", ("join", "jed nym", "jednym")),
        ("Wiele kombina- eyj jest.", ("join", "kombina- eyj", "kombinacyj")),
        ("Gracz wy szedł z domu.", ("join", "wy szedł", "wyszedł")),
        ("Grę wyższą ma nad gręwyższą inną.", ("split", "gręwyższą", "grę wyższą")),
        ("Karty które^zawsze są dobre.", ("split", "które^zawsze", "które zawsze")),
        ("Gra hez kozery.", ("letter", "hez", "bez")),
        ("Widzą źe gra.", ("letter", "źe", "że")),
        ("Nowa oywilizacya.", ("letter", "oywilizacya", "cywilizacya")),
        ("Gracz to Płaci, bo gracz płaci.", ("letter", "Płaci", "płaci")),
        ("Gracz ma rewns w kartach.", ("unknown-word", "rewns", None)),
        ("W roku 14‘22 grano.", ("digit-letter", "14‘22", "1422")),
        ("W roku 1.240 grano.", ("digit-letter", "1.240", "1240")),
        ("Bije i nakłada 1 tak idzie.", ("digit-letter", "1", "i")),
        ("Gra się Wl0 kart.", ("digit-letter", "Wl0", None)),
        ("Dwie osoby j grają.", ("stray-mark", "j", "")),
        ("Gracz rozdaje. . \\", ("stray-mark", " . \\", "")),
        ("Dalej ~ gra.", ("stray-mark", "~", "")),
        ("Dla umysły- przecie gra.", ("punctuation", "-", ";")),
        ("Gra odpornej • wszakże.", ("punctuation", " •", ";")),
        ("Siła ków. wszakże gra.", ("punctuation", ".", ",")),
        ("Po trzy i dwie,; reszta.", ("punctuation", ",;", None)),
        ("Są ,,karty“ i gra.", ("punctuation", ",,", "„")),
        ("Zwie się „karta i gra.", ("punctuation", "„", None)),
        ("Gra się kończy,", ("punctuation", ",", ".")),
        ("Stosy guzików , kart.", ("space", " ,", ",")),
        ("Bije starszą,jeżeli ma.", ("space", ",", ", ")),
        ("Gra z (kartami, t.j. tak).", ("space", "t.j.", "t. j.")),
        ("Nie będąc do wzięcia22 stał.", ("page-number", "22", "")),
        ("Gra kończy się w pół zda", ("section-end", "zda", "zda.")),
    ],
)
def test_an_error_is_found(
    lexica: Lexica, write: Write, text: str, proposal: tuple[str, str, str | None]
) -> None:
    """Each kind of error, with what is proposed for it."""
    assert proposal in found(propose(write(text), lexica))


@pytest.mark.parametrize(
    "text",
    [
        "Dla tego, przy tem, w tem i za nim od razu zadość uczynić można, po czem grano.",
        "Gracz nie gra, nie mając kart, nie będąc na ręku i nie grający w karty.",
        "Karty i t. p. rzeczy, t. j. guziki, np. stare, i t. d.",
        "Karol VII i Napoleon I grali w roku 1422 (z przerwami) w XV wieku.",
        "Licytacyę wygrał ztąd ośm razy, siedm wziątek, w niczem nie ustępując francuzkim graczom.",
        "Powiada: „gram“, a ja na to (cicho): „pas“.",
        "Ma po trzy karty 7-miu graczy; trefl — 6 punktów.",
    ],
)
def test_good_text_is_left_alone(lexica: Lexica, write: Write, text: str) -> None:
    """What the period writes apart is never joined, its spelling and its signs are not asked about."""
    assert propose(write(text), lexica) == ()


def test_numbers_of_rules(lexica: Lexica, write: Write) -> None:
    """A number that is missing, garbled or passed over."""
    document = write(
        "1) Gracz bije.", "Gracz gra.", "b) Gracz pasuje.", "6) Gracz bierze.", "5) Gracz daje.", items=True
    )
    proposals = propose(document, lexica)
    assert {p for p in found(proposals) if p[0] == "number-sequence"} == {
        ("number-sequence", "Gracz", "2) Gracz"),
        ("number-sequence", "b)", "3)"),
        ("number-sequence", "6)", None),
        ("number-sequence", "5)", "7)"),
    }
    assert "4, 5" in next(p for p in proposals if p.exact == "6)").reasons[0].in_language("en")


def test_a_word_cut_in_two_words_needs_a_second_opinion(lexica: Lexica, write: Write) -> None:
    """Both halves are words: only a place elsewhere, or the line grid, speaks for a join."""
    assert propose(write("Ona leży na stole, a to na leży do gry."), lexica) == ()
    document = write("Grać należy tak, jak należy, i pasować należy.", "Karty na leży rozdać.")
    (join,) = propose(document, lexica)
    assert (join.kind, join.exact, join.reading) == ("join", "na leży", "należy")
    assert join.confidence != "high"
    assert any(reason.name == "elsewhere" for reason in join.reasons)


def test_a_proposal_says_where_it_stands(lexica: Lexica, write: Write) -> None:
    """Its span, its context, its place in the raw file, its reasons in both languages."""
    document = write("Pierwszy ustęp gry.", "Wtedy gracz hez kart odchodzi.")
    (proposal,) = propose(document, lexica)
    passage = document.passage(proposal.passage)
    assert passage.reading[proposal.start : proposal.end] == proposal.exact == "hez"
    assert document.raw[proposal.raw_start : proposal.raw_end] == "hez"
    assert (proposal.before, proposal.after) == ("Wtedy gracz ", " kart odchodzi.")
    assert proposal.document == "guziki"
    for language in ("pl", "en"):
        assert all(reason.in_language(language) for reason in proposal.reasons)


def test_what_is_corrected_is_not_proposed_again(lexica: Lexica, document: Document) -> None:
    """The small edition corrects what the raw file has wrong: the reading is asked, not the file."""
    assert "tern" in document.raw
    assert propose(document, lexica) == ()


def test_foreign_words_are_not_looked_up(lexica: Lexica, write: Write, tmp_path: Path) -> None:
    """What the edition marks as of another language needs no Polish lexicon."""
    words = "Mówią: audaces fortuna juvat."
    assert "juvat" in {proposal.exact for proposal in propose(write(words), lexica)}
    path = tmp_path / "corpus/tei/guziki.tei.xml"
    text = path.read_text(encoding="utf-8")
    marked = '<foreign xml:lang="la">audaces fortuna juvat</foreign>'
    path.write_text(text.replace("audaces fortuna juvat", marked), encoding="utf-8")
    assert propose(read_document(path, tmp_path / "corpus/raw/guziki.txt"), lexica) == ()


def test_the_core_needs_no_lexicon(write: Write) -> None:
    """Marks, spaces, digits and numbers are found without one; unknown words are not asked about."""
    text = "W guzikach , roku 14‘22 xyzq kom- binacyi kart nie"
    kinds = {proposal.kind for proposal in propose(write(text), Lexica())}
    assert kinds == {"join", "space", "digit-letter", "section-end"}


# --- decisions -----------------------------------------------------------------------------------


def _decide(exact: str, kind: str = "letter", passage: str = "guziki-zasady-1") -> Decisions:
    reason = {"pl": "Tak jest.", "en": "So it is."}
    return Decisions.from_table(
        {"kept": [{"passage": passage, "exact": exact, "kind": kind, "reason": reason}]}
    )


def test_a_decision_covers_its_words_only(lexica: Lexica, write: Write) -> None:
    """Same passage, same kind, inside the words it quotes; elsewhere the proposal stands."""
    document = write("Gra hez kart, a on hez kozery.", "Gra hez kart.")
    proposals = propose(document, lexica)
    assert len(proposals) == 3
    assert len(_decide("hez").undecided(document, proposals)) == 1
    assert len(_decide("Gra hez kart").undecided(document, proposals)) == 2
    assert len(_decide("hez", "join").undecided(document, proposals)) == 3
    assert len(_decide("kart").undecided(document, proposals)) == 3


def test_a_decision_that_nothing_asks_for_is_idle(lexica: Lexica, write: Write) -> None:
    """Its words have gone, its passage has, or the tool has learnt better."""
    document = write("Gra hez kart.")
    proposals = propose(document, lexica)
    assert _decide("hez").idle_kept(document, proposals) == ()
    for idle in (_decide("bez"), _decide("hez", passage="guziki-zasady-9"), _decide("Gra", "join")):
        assert idle.idle_kept(document, proposals) == idle.kept
    assert _decide("hez", passage="inne-1").idle_kept(document, proposals) == ()


def test_names_are_the_same_everywhere() -> None:
    """The schema has the kinds; every reason that is given has its sentences, and every sentence is given."""
    schema = json.loads((ROOT / "corpus/schema/proposals.schema.json").read_text(encoding="utf-8"))
    assert schema["properties"]["kept"]["items"]["properties"]["kind"]["enum"] == list(KINDS)
    source = "".join(
        (ROOT / f"przemyskie66/text/proposals/{name}.py").read_text(encoding="utf-8")
        for name in ("words", "marks", "numbers")
    )
    assert set(re.findall(r'Reason\(\s*"([a-z-]+)"', source)) <= set(REASONS)
    assert [name for name in REASONS if f'"{name}"' not in source] == []


def test_accepted_words_stand_in_the_texts(archive: dict[str, Document], decisions: Decisions) -> None:
    """No word is accepted that no reading has, none twice."""
    words = {
        word
        for document in archive.values()
        for word in re.findall(r"[^\W_]+(?:’[^\W_]+)?", document.reading_stream)
    }
    known = words | {word.lower() for word in words}
    assert [word for word in decisions.words if word not in known] == []
    listed = [word for row in decisions.accepted for word in row.words]
    assert len(listed) == len(set(listed))


# --- the texts of the archive ---------------------------------------------------------------------


@pytest.mark.parametrize("name", DOCUMENTS)
def test_nothing_is_undecided(
    archive: dict[str, Document], lexica: Lexica, decisions: Decisions, name: str
) -> None:
    """Every proposal on the texts is corrected in the edition or kept with a reason, and no decision is idle."""
    document = archive[name]
    proposals = propose(document, lexica.accepting(decisions.words))
    undecided = decisions.undecided(document, proposals)
    assert [(p.passage, p.kind, p.exact, p.reading) for p in undecided] == []
    assert decisions.idle_kept(document, proposals) == ()


def _as_found(document: Document) -> Document:
    """The document before anybody corrected it: what was found is its reading."""
    passages = []
    for passage in document.passages:
        runs = (Run(passage.found, passage.found, passage.voices[0][2], "text"),)
        streams = make_streams(runs)
        passages.append(
            dataclasses.replace(
                passage,
                reading=streams.reading,
                runs=runs,
                map=streams.map,
                voices=streams.voices,
                corrections=(),
            )
        )
    return dataclasses.replace(document, passages=tuple(passages))


@pytest.mark.parametrize(
    ("with_lexica", "recall", "precision"),
    [(True, 0.92, 0.82), (False, 0.55, 0.92)],
    ids=["both lexica", "no lexicon"],
)
def test_most_errors_of_the_handbook_are_found(
    archive: dict[str, Document], lexica: Lexica, with_lexica: bool, recall: float, precision: float
) -> None:
    """Measured on the dump as found, against what the editors corrected; no word is accepted beforehand."""
    document = archive["zagrajmy"]
    spots: list[list[int]] = []
    for correction in sorted(document.corrections, key=lambda c: (c.raw_start, c.raw_end)):
        if correction.kind == "gap":
            continue
        if spots and correction.raw_start - spots[-1][1] <= 1:
            spots[-1][1] = max(spots[-1][1], correction.raw_end)
        else:
            spots.append([correction.raw_start, correction.raw_end])
    proposals = propose(_as_found(document), lexica if with_lexica else Lexica())
    at = {c for p in proposals for c in range(p.raw_start - 1, p.raw_end + 2)}
    wrong = {c for start, end in spots for c in range(start, end + 1)}
    caught = sum(not at.isdisjoint(range(start, end + 1)) for start, end in spots)
    right = sum(not wrong.isdisjoint(range(p.raw_start - 1, p.raw_end + 2)) for p in proposals)
    assert caught / len(spots) > recall
    assert right / len(proposals) > precision
    sure = [p for p in proposals if p.confidence == "high"]
    assert sum(not wrong.isdisjoint(range(p.raw_start - 1, p.raw_end + 2)) for p in sure) / len(sure) > 0.88


# --- the command -----------------------------------------------------------------------------------


@pytest.fixture
def spoilt(copy: Path) -> Path:
    """A copy of the archive in which two corrections of Pamfil have been undone."""
    path = copy / "corpus/tei/zagrajmy.tei.xml"
    text = path.read_text(encoding="utf-8")
    for found_, meant in (("muclią", "muchą"), ("pikietowycli", "pikietowych")):
        text, count = re.subn(
            rf"<choice[^>]*><sic>{found_}</sic><corr[^>]*>{meant}</corr></choice>", found_, text
        )
        assert count == 1
    path.write_text(text, encoding="utf-8")
    return copy


def _run(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(["propose", "--archive", str(folder), *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_command_lists_and_never_changes(spoilt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table with the place, the proposal and the reasons; exit code 0 unless --check asks."""
    before = {path: path.read_bytes() for path in spoilt.rglob("*") if path.is_file()}
    code, out, err = _run(capsys, spoilt, "zagrajmy", "--lang", "en")
    assert (code, err) == (0, "")
    assert "⟦muclią⟧" in out
    assert "muchą" in out
    assert "OCR" in out
    assert "Lexica: morfeusz2, hunspell-pl." in out
    assert {path: path.read_bytes() for path in spoilt.rglob("*") if path.is_file()} == before
    code, out, _ = _run(capsys, spoilt, "zagrajmy", "--lang", "pl", "--check")
    assert code == 1
    assert "Słowniki: morfeusz2, hunspell-pl." in out


def test_the_command_as_json_and_with_filters(spoilt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Everything a program needs; filters by kind and by confidence."""
    code, out, _ = _run(capsys, spoilt, "--json")
    data = json.loads(out)
    assert code == 0
    assert data["lexica"] == ["morfeusz2", "hunspell-pl"]
    assert data["missing"] == []
    rows = {row["exact"]: row for row in data["proposals"]}
    assert {"muclią", "pikietowycli"} <= set(rows)
    row = rows["muclią"]
    assert (row["passage"], row["kind"], row["proposal"]) == ("zagrajmy-pamfil-6-s1", "letter", "muchą")
    raw = (spoilt / "corpus/raw/zagrajmy.txt").read_text(encoding="utf-8")
    assert raw[row["raw_start"] : row["raw_end"]] == "muclią"
    assert set(row["reasons"][0]) == {"name", "detail", "pl", "en"}
    for arguments in (("--kind", "join"), ("zagrajmy", "--kind", "number-sequence"), ("wikibooks",)):
        code, out, _ = _run(capsys, spoilt, "--json", "--check", *arguments)
        assert (code, json.loads(out)["proposals"]) == (0, [])
    _, out, _ = _run(capsys, spoilt, "--json", "--confidence", "high")
    assert {row["confidence"] for row in json.loads(out)["proposals"]} <= {"high"}


def test_the_command_lists_its_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    """Names and sentences, in either language and as JSON."""
    _, out, _ = _run(capsys, ROOT, "--kinds", "--lang", "pl")
    assert all(name in out and kind.pl in out for name, kind in KINDS.items())
    _, out, _ = _run(capsys, ROOT, "--kinds", "--json")
    assert [row["name"] for row in json.loads(out)] == list(KINDS)


def test_the_command_without_lexica(
    spoilt: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says which line installs what is missing, does the rest, and --check does not pass."""
    bare = Lexica(missing=open_lexica(folders=()).missing)
    monkeypatch.setattr("przemyskie66.cli.proposals.open_lexica", lambda: bare)
    code, _, err = _run(capsys, spoilt, "witryna", "--lang", "en")
    assert code == 0
    assert "hunspell-pl: a lexicon is missing, install it: apt-get install hunspell-pl" in err
    code, out, _ = _run(capsys, spoilt, "witryna", "--check", "--json")
    assert code == 1
    assert json.loads(out)["missing"][-1]["line"] == "apt-get install hunspell-pl"


def test_the_command_reports_decisions_that_do_not_hold(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An idle decision by its passage; a file that breaks its schema by its line."""
    path = copy / "corpus/proposals.toml"
    text = path.read_text(encoding="utf-8")
    row = '\n[[kept]]\npassage = "witryna-talia-p1-s1"\nexact = "talią"\nkind = "join"\nreason.pl = "Tak."\nreason.en = "So."\n'
    path.write_text(text + row, encoding="utf-8")
    code, _, err = _run(capsys, copy, "witryna", "--check", "--lang", "en")
    assert code == 1
    assert "passage witryna-talia-p1-s1" in err
    assert "no proposal asks for" in err
    path.write_text(text + row.replace('"join"', '"joint"'), encoding="utf-8")
    code, _, err = _run(capsys, copy, "--lang", "en")
    assert code == 1
    assert f"line {text.count(chr(10)) + 5}" in err
    assert "joint" in err
    path.unlink()
    with pytest.raises(CorpusError, match="cannot be read"):
        read_decisions(copy)


def test_the_command_knows_its_documents(capsys: pytest.CaptureFixture[str]) -> None:
    """A name that is none gets the nearest; *source:* may stand before it."""
    code, _, err = _run(capsys, ROOT, "zagrajmi", "--lang", "en")
    assert code == 1
    assert "zagrajmy" in err
    code, _, _ = _run(capsys, ROOT, "source:witryna", "--lang", "en")
    assert code == 0


def test_confidences_are_in_their_order() -> None:
    """The surest first: filters and overlaps rest on it."""
    assert CONFIDENCES == ("high", "medium", "low")
    assert tomllib.loads((ROOT / "corpus/proposals.toml").read_text(encoding="utf-8")).keys() == {
        "accepted",
        "kept",
    }
