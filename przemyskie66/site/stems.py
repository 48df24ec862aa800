"""The stems by which the search page compares words, as a script for the browser.

Polish stems are Snowball's: Sphinx brings no Polish stemmer, so its algorithm is written here in
JavaScript, with the suffix tables of the Python package put in at build time. English ones are
Sphinx's own files. Diacritics are folded (``zyd`` finds ``żyd``), and so is the period spelling of
foreign words (``licytacja`` finds ``licytacyi``).
"""

import json
from pathlib import Path

import sphinx.search
from snowballstemmer.polish_stemmer import PolishStemmer  # type: ignore[import-untyped] # it ships no types

#: Stems of one word that its sound changes keep apart, after folding; the stem they share comes last.
#: What follows a rule (meldunek, meldunku; kontra, kontrze) is in ``REGULAR``.
IRREGULAR = {
    "zoledz": "zoladz",
    "zoledn": "zoladz",
    "zydz": "zyd",
    "szt": "sztych",
    "gra": "gr",
    "gier": "gr",
    "grze": "gr",
    "atu": "atut",
    "punk": "punkt",
    "wis": "wist",
    "rec": "rek",
    "rak": "rek",
    "ojciec": "ojc",
    "chlopiec": "chlopc",
    "zrodel": "zrodl",
}

#: Ends of stems that give way to others: spelling changed at j, y and i; e is fleeting in -ek; k and r soften.
REGULAR = (("(?<=...)[jyi]+$", ""), ("(?<=...[^aeiouy])ek$", "k"), ("(?<=....)c$", "k"), ("(?<=...)rz$", "r"))

# What the stemmer does to final ć, ń, ś and ź is left out: folding does it to all of them.
SCRIPT = """// How words are compared: folded, and cut to their stems. Made when the site was built.
"use strict";
%(english)s
const stems = {};
{
  const table = (entries) => new Map(Object.entries(entries));
  const CONDITIONALS = table(%(conditionals)s);
  const ENDINGS = table(%(endings)s);
  const PARTICIPLES = table(%(participles)s);
  const IRREGULAR = table(%(irregular)s);
  const REGULAR = %(regular)s.map(([end, other]) => [new RegExp(end, "u"), other]);
  const vowel = (letter) => "aeiouyóąę".includes(letter);

  stems.fold = (word) => word.toLowerCase().normalize("NFD").replace(/\\p{M}/gu, "").replaceAll("ł", "l");

  const longest = (suffixes, word, limit, admits) => {
    for (let start = limit; start < word.length; start += 1) {
      const entry = suffixes.get(word.slice(start));
      if (entry !== undefined && admits(entry, start)) return [start, entry];
    }
    return null;
  };

  // Snowball's region 1: after the first vowel that a consonant follows, and that consonant.
  const regionOf = (word) => {
    const first = [...word].findIndex(vowel);
    if (first < 0) return word.length;
    const after = [...word.slice(first + 1)].findIndex((letter) => !vowel(letter));
    return after < 0 ? word.length : first + after + 2;
  };

  const snowball = (word) => {
    if (word.length < 2) return word;
    const region = regionOf(word);
    const conditional = longest(CONDITIONALS, word, region, () => true);
    let stem = conditional ? word.slice(0, conditional[0]) : word;
    const ending = longest(ENDINGS, stem, 2, ([, inRegion], start) => !inRegion || region <= start);
    if (!ending) return stem;
    const [start, [action]] = ending;
    stem = stem.slice(0, start);
    if (action === 2 || (action === 3 && start < region)) stem += "s";
    if (action === 4) stem += "ł";
    if (action === 5) {
      const participle = longest(PARTICIPLES, stem, 2, () => true);
      if (participle) stem = stem.slice(0, participle[0]) + participle[1];
    }
    return stem;
  };

  stems.pl = (word) => {
    const stem = REGULAR.reduce(
      (cut, [end, other]) => cut.replace(end, other), stems.fold(snowball(word.toLowerCase())));
    return IRREGULAR.get(stem) ?? stem;
  };

  const english = new EnglishStemmer();
  stems.en = (word) => english.stemWord(stems.fold(word));
}
"""


def stems_js() -> str:
    """Return the script that gives ``stems.fold``, ``stems.pl`` and ``stems.en``."""
    ready = Path(sphinx.search.__file__).with_name("minified-js")
    files = ("base-stemmer.js", "english-stemmer.js")
    # in a strict script a name must be declared before it is given a value
    english = "\n".join(
        f"var {(ready / name).read_text(encoding='utf-8').removeprefix('var ')}" for name in files
    )
    tables = {
        "conditionals": {among.s: among.result for among in PolishStemmer.a_0},
        "endings": {among.s: [among.result, int(among.method is not None)] for among in PolishStemmer.a_2},
        "participles": {among.s: PolishStemmer.as_1[among.result - 1] for among in PolishStemmer.a_1},
        "irregular": IRREGULAR,
        "regular": REGULAR,
    }
    written = {name: json.dumps(table, ensure_ascii=False) for name, table in tables.items()}
    return SCRIPT % {**written, "english": english}
