// The words of the search page in Polish; Sphinx's own file of them needs `new Function`, which the policy forbids.
"use strict";
Object.assign(Documentation.TRANSLATIONS, {
  "Search Results": "Wyniki",
  "Searching": "Szukam",
  ", in ": ", strona: ",
  "Preparing search...": "Przygotowuję…",
  "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.":
    "Nic nie znaleziono. Spróbuj krótszego słowa albo innej pisowni.",
  "Search finished, found one page matching the search query.": [
    "Znaleziono jedną stronę.", "Znaleziono ${resultCount} strony.", "Znaleziono ${resultCount} stron.",
  ],
});
Documentation.PLURAL_EXPR = (n) =>
  n === 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2;
