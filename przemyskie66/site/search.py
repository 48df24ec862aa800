"""Search words of the Polish and English pages: stems without diacritics.

Sphinx ships no Polish search. The stems come from snowballstemmer; its suffix tables are written
into the page's script as well, so that both halves cut a word alike. Diacritics are folded in both
(``zyd`` finds ``żyd``), and so is the period spelling of foreign words (``licytacja`` finds
``licytacyi``).
"""

import json
import re
import unicodedata

from snowballstemmer.polish_stemmer import PolishStemmer  # type: ignore[import-untyped]
from sphinx.search import SearchLanguage
from sphinx.search.en import SearchEnglish

FOLD_JS = (
    'const fold = (word) => word.toLowerCase().normalize("NFD").replace(/\\p{M}/gu, "").replaceAll("ł", "l");'
)

#: Words that no search asks for.
STOPWORDS = """
a aby ale bez bo by być co czy dla do go i ich ile im jak jako jest już kto która które który lub ma może na
nad nie niż o od oraz po pod przez przy są się ta tak także te tego tej ten to tu ty tylko tym w we więc z za
ze że
"""

# The port of Snowball's polish.sbl as far as folding leaves it visible: what it does to final ć, ń, ś
# and ź, folding does to all of them.
STEMMER_JS = """
const CONDITIONALS = %(conditionals)s;
const ENDINGS = %(endings)s;
const PARTICIPLES = %(participles)s;
%(fold)s
const vowel = (letter) => "aeiouyóąę".includes(letter);
const longest = (table, word, limit, admits) => {
  for (let start = limit; start < word.length; start += 1) {
    const entry = table[word.slice(start)];
    if (entry !== undefined && admits(entry, start)) return [start, entry];
  }
  return null;
};
var Stemmer = function () {
  this.stemWord = (query) => {
    const word = query.toLowerCase();
    const first = [...word].findIndex(vowel);
    let region = word.length;
    if (first >= 0) {
      const after = [...word.slice(first + 1)].findIndex((letter) => !vowel(letter));
      if (after >= 0) region = first + after + 2;
    }
    let stem = word;
    if (word.length >= 2) {
      const conditional = longest(CONDITIONALS, stem, region, () => true);
      if (conditional) stem = stem.slice(0, conditional[0]);
      const ending = longest(ENDINGS, stem, 2, ([, inRegion], start) => !inRegion || region <= start);
      if (ending) {
        const [start, [action]] = ending;
        stem = stem.slice(0, start);
        if (action === 2 || (action === 3 && start < region)) stem += "s";
        if (action === 4) stem += "ł";
        if (action === 5) {
          const participle = longest(PARTICIPLES, stem, 2, () => true);
          if (participle) stem = stem.slice(0, participle[0]) + participle[1];
        }
      }
    }
    return fold(stem).replace(/(?<=...)[jyi]+$/u, "");
  };
};
"""


def fold(word: str) -> str:
    """Return *word* in lower case without diacritics, ``ł`` included."""
    decomposed = unicodedata.normalize("NFD", word.lower())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign)).replace("ł", "l")


def stemmer_js() -> str:
    """Return the Polish stemmer as JavaScript, with the suffix tables of the Python one."""
    endings = {among.s: [among.result, int(among.method is not None)] for among in PolishStemmer.a_2}
    tables = {
        "conditionals": {among.s: among.result for among in PolishStemmer.a_0},
        "endings": endings,
        "participles": {among.s: PolishStemmer.as_1[among.result - 1] for among in PolishStemmer.a_1},
    }
    written = {name: json.dumps(table, ensure_ascii=False) for name, table in tables.items()}
    return STEMMER_JS % {**written, "fold": FOLD_JS}


class SearchPolish(SearchLanguage):
    """Polish words: each is indexed as it stands and folded, so that a query may be either."""

    lang = "pl"
    language_name = "Polish"
    stopwords = frozenset(STOPWORDS.split())

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self.stemmer = PolishStemmer()
        self.js_stemmer_code = stemmer_js()

    def split(self, input: str) -> list[str]:
        """Return the words of *input*, and each that folding changes a second time, folded."""
        words = super().split(input)
        return words + [fold(word) for word in words if fold(word) != word.lower()]

    def stem(self, word: str) -> str:
        """Return the folded stem; ``j``, ``y`` and ``i`` at its end go, as spelling changed there."""
        return re.sub(r"(?<=...)[jyi]+$", "", fold(self.stemmer.stemWord(word.lower())))


class SearchEnglishFolded(SearchEnglish):
    """English words; the Polish quotes among them are found without diacritics."""

    js_splitter_code = FOLD_JS + (
        "\nvar splitQuery = (query) => fold(query).split(/[^\\p{L}\\p{N}_]+/gu).filter((word) => word);"
    )

    def split(self, input: str) -> list[str]:
        """Return the words of *input*, folded."""
        return [fold(word) for word in super().split(input)]
