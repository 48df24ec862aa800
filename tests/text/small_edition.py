"""A small edition of invented sentences, and a way to make it wrong in one place."""

from pathlib import Path

import pytest

from przemyskie66.errors import CorpusError, Fault
from przemyskie66.text import Document, read_document

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "corpus" / "schema" / "p66-tei.rng"
DOCUMENTS = ("witryna", "wikibooks", "zagrajmy")

#: The raw file. The characters of every leaf below are counted in it.
RAW = (
    "O grze w guziki\n"
    "\n"
    "1. Gracz bierze tern samem  dwa guzi ki i kom- binacyę.\tNie wolno oddać  ich nikomu j innemu22.\n"
    "\n"
    "[obraz]\n"
    "\n"
    "Kto pierwszy uzbiera 14 guzików, wy-\u00a0gra. „Ojciec” mówił, że 15.\n"
)

HEADER = """<?xml version="1.0" encoding="UTF-8"?>
<?xml-model href="../schema/p66-tei.rng" type="application/xml"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:lang="pl">
<teiHeader>
<fileDesc>
<titleStmt><title>O grze w guziki</title>
<respStmt xml:id="redakcja"><resp xml:lang="pl">Redakcja tekstu.</resp><resp xml:lang="en">Editing.</resp><name>redakcja</name></respStmt>
<respStmt xml:id="automat"><resp>Reguły.</resp><name>automat</name></respStmt></titleStmt>
<publicationStmt><publisher>Archiwum</publisher>
<availability xml:id="prawa-surowy" n="raw" status="unknown"><p>Nieznane.</p></availability>
<availability xml:id="prawa-edycja" n="edition" status="free"><licence target="https://creativecommons.org/licenses/by-sa/4.0/"><p xml:lang="pl">Wolno.</p><p xml:lang="en">Free.</p></licence></availability>
</publicationStmt>
<sourceDesc><listWit><witness xml:id="ksiazka">Książka, nie widziana.</witness><witness xml:id="ojciec">Ojciec.</witness><witness xml:id="voice-ksiazka">Głos książki.</witness></listWit>
<listBibl><bibl corresp="#guziki-zasady"><date from="1890" to="1893" cert="low">około 1891</date><note xml:lang="pl">Domysł.</note><note xml:lang="en">A guess.</note></bibl></listBibl></sourceDesc>
</fileDesc>
<encodingDesc><projectDesc><p>Próba.</p></projectDesc>
<editorialDecl><correction method="markup"><p>a</p></correction><normalization method="markup"><p>b</p></normalization><hyphenation eol="none"><p>c</p></hyphenation><quotation marks="all"><p>d</p></quotation><segmentation><p>e</p></segmentation></editorialDecl>
<refsDecl default="true"><citeStructure unit="passage" match="//s" use="@xml:id"/></refsDecl></encodingDesc>
<profileDesc><langUsage><language ident="pl">polski</language></langUsage></profileDesc>
<revisionDesc><change when="2026-11-30" who="#redakcja">Początek.</change></revisionDesc>
</teiHeader>
"""

TEXT = """<text><body ana="#voice-ksiazka">
<head xml:id="guziki-h" source="../raw/guziki.txt#char=0,15">O grze w guziki</head>
<div xml:id="guziki-zasady" type="section" n="1">
<list xml:id="guziki-lista">
<item xml:id="guziki-zasady-1" n="1">
<s xml:id="guziki-zasady-1-s1" source="../raw/guziki.txt#char=17,72">1. Gracz bierze <choice><sic>tern</sic><corr xml:id="guziki-c-1" type="ocr" resp="#automat" cert="high" evidence="internal">tem</corr></choice> samem  <hi rend="italic">dwa</hi> guzi<lb break="no"/>ki i <choice><orig>kom<lb break="no" rend="hyphen"/>binacyę</orig><reg>kombinację</reg></choice>.</s>
<s xml:id="guziki-zasady-1-s2" source="../raw/guziki.txt#char=73,112">Nie wolno oddać  ich <supplied xml:id="guziki-x-1" reason="lost" resp="#redakcja" cert="low" evidence="conjecture">nigdy </supplied>nikomu <surplus reason="page-edge">j</surplus> innemu<surplus reason="page-number">22</surplus>.<pb n="22"/></s>
</item>
<gap xml:id="guziki-gap-lista" reason="lost" unit="item" quantity="2"><desc xml:lang="pl">Lista.</desc><desc xml:lang="en">A list.</desc></gap>
</list>
<ab xml:id="guziki-znak-1" type="placeholder" source="../raw/guziki.txt#char=114,121">[obraz]</ab>
<p xml:id="guziki-zasady-p1">
<s xml:id="guziki-zasady-p1-s1" source="../raw/guziki.txt#char=123,164">Kto pierwszy uzbiera 14 guzików, <choice><sic>wy-\u00a0gra</sic><corr xml:id="guziki-c-2" type="ocr" resp="#redakcja" cert="medium" evidence="internal">wygra</corr></choice>.<note resp="#redakcja">Uwaga.</note></s>
<s xml:id="guziki-zasady-p1-s2" source="../raw/guziki.txt#char=165,187"><said who="#ojciec" direct="false">„Ojciec” mówił, że 15.</said><gap xml:id="guziki-gap-koniec" reason="lost" unit="line" extent="unknown"/></s>
</p>
</div>
</body></text>
</TEI>
"""


class Edition:
    """The small edition on disk; ``change`` makes one replacement in one of its files."""

    def __init__(self, folder: Path) -> None:
        self.tei = folder / "corpus" / "tei" / "guziki.tei.xml"
        self.raw = folder / "corpus" / "raw" / "guziki.txt"
        self.tei.parent.mkdir(parents=True)
        self.raw.parent.mkdir(parents=True)
        self.tei.write_text(HEADER + TEXT, encoding="utf-8")
        self.raw.write_text(RAW, encoding="utf-8")

    def change(self, old: str, new: str, count: int = 1) -> "Edition":
        """Replace *old*, which must be there, in the TEI file."""
        text = self.tei.read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in the fixture"
        self.tei.write_text(text.replace(old, new, count), encoding="utf-8")
        return self

    def read(self) -> Document:
        """Return the document."""
        return read_document(self.tei, self.raw)

    def faults(self) -> tuple[Fault, ...]:
        """Return the faults that reading finds; there must be some."""
        with pytest.raises(CorpusError) as caught:
            self.read()
        return caught.value.faults

    def line_of(self, words: str) -> str:
        """Return the place ``line N`` of the line of the TEI file with *words*."""
        text = self.tei.read_text(encoding="utf-8")
        return f"line {text[: text.index(words)].count(chr(10)) + 1}"
