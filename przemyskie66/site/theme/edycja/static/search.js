// Looks through the index for the words asked for, and shows each place with the words found marked.
// What is asked and what is found enters the page as text only.
"use strict";
{
  const SHOWN = 8; // places, or pages of rules, of one sort shown at once
  const LINES = 3; // places shown of one rule
  const BEFORE = 70, AFTER = 150; // letters of a block shown before and after the first word found
  const POLISH = "\t"; // begins a block that is Polish on an English page
  const WORD = /[\p{L}\p{N}]+/gu;

  const page = document.documentElement.lang;
  const form = document.querySelector(".search-form");
  const told = document.querySelector(".search-status");
  const list = document.querySelector(".search-results");
  const [nothing, notTogether, showAll, more] = list.dataset.words.split("|");

  const make = (tag, className, ...children) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    node.append(...children);
    return node;
  };

  // --- what is asked ---------------------------------------------------------------------------------

  // A word as its stems, with and without its marks: a text without marks cannot be stemmed as one with them.
  const keysOf = (word, language) => {
    const stem = stems[language];
    return [stem(word), stem(stems.fold(word))];
  };

  const termsOf = (query) => {
    const terms = [];
    for (const [, phrase, loose] of query.matchAll(/["„”“]([^"„”“]*)["„”“]?|([^\s"„”“]+)/gu)) {
      const words = (phrase ?? loose).match(WORD) ?? [];
      if (phrase !== undefined && words.length) terms.push({ said: `"${phrase}"`, phrase: words.map(stems.fold) });
      else for (const word of words) {
        const keys = { pl: keysOf(word, "pl"), en: keysOf(word, "en") };
        terms.push({ said: word, folded: stems.fold(word), keys, start: false });
      }
    }
    const telling = terms.filter((term) => term.phrase || !searchIndex.common.includes(term.folded));
    return (telling.length ? telling : terms).slice(0, 30); // a bit for each
  };

  // Texts and the words of the glossary are Polish on every page.
  const tongue = (sort) => (sort === "passage" || sort === "term" ? "pl" : page);

  // --- what is found ---------------------------------------------------------------------------------

  // Which terms a word meets, as bits.
  const reader = (terms) => {
    const known = { pl: new Map(), en: new Map() };
    return (word, language) => {
      let bits = known[language].get(word);
      if (bits !== undefined) return bits;
      const folded = stems.fold(word);
      const keys = keysOf(word, language);
      bits = 0;
      terms.forEach((term, index) => {
        if (term.phrase) return;
        const met = term.start ? folded.startsWith(term.folded) : term.keys[language].some((key) => keys.includes(key));
        if (met) bits |= 1 << index;
      });
      known[language].set(word, bits);
      return bits;
    };
  };

  // Where in a text terms are met: [start, end, bits], and all bits together.
  const look = (text, language, terms, bitsOf) => {
    const words = [...text.matchAll(WORD)];
    const found = [];
    let bits = 0;
    const add = (first, last, met) => {
      found.push([first.index, last.index + last[0].length, met]);
      bits |= met;
    };
    for (const word of words) {
      const met = bitsOf(word[0], language);
      if (met) add(word, word, met);
    }
    terms.forEach(({ phrase }, index) => {
      if (!phrase) return;
      const folded = words.map(([word]) => stems.fold(word));
      folded.forEach((_, at) => {
        if (phrase.every((word, next) => folded[at + next] === word))
          add(words[at], words[at + phrase.length - 1], 1 << index);
      });
    });
    return { found: found.sort((a, b) => a[0] - b[0]), bits };
  };

  const search = (terms) => {
    const all = 2 ** terms.length - 1;
    const bitsOf = reader(terms);
    const titles = searchIndex.pages.map(([, title, sort]) => look(title, tongue(sort), terms, bitsOf).bits);
    const counts = terms.map(() => 0);
    const hits = [];
    for (const [at, anchor, title, label, ...blocks] of searchIndex.places) {
      const head = look(title, tongue(searchIndex.pages[at][2]), terms, bitsOf);
      // the page of a rule is also found by its id
      let bits = head.bits | (anchor ? 0 : look(label, page, terms, bitsOf).bits);
      let best = null;
      let number = head.found.length;
      for (const block of blocks) {
        const polish = block.startsWith(POLISH);
        const text = polish ? block.slice(1) : block;
        const seen = { text, polish, ...look(text, polish ? "pl" : page, terms, bitsOf) };
        bits |= seen.bits;
        number += seen.found.length;
        if (!best || ones(seen.bits) > ones(best.bits)) best = seen;
      }
      terms.forEach((_, index) => { counts[index] += (bits >> index) & 1; });
      if (!bits || (bits | titles[at]) !== all) continue;
      const score = 100 * ones(head.bits) + (anchor ? 0 : 20) + Math.min(number, 10);
      hits.push({ at, anchor, title, label, head, best, score });
    }
    return { hits: hits.sort((a, b) => b.score - a.score), counts };
  };

  const ones = (bits) => { let n = 0; for (; bits; bits &= bits - 1) n += 1; return n; };

  // --- how it is shown -------------------------------------------------------------------------------

  const marked = (text, found) => {
    const parts = [];
    let done = 0;
    for (const [start, end] of found) {
      if (start < done) continue;
      parts.push(text.slice(done, start), make("mark", "", text.slice(start, end)));
      done = end;
    }
    return [...parts, text.slice(done)];
  };

  const excerpt = ({ text, found, polish }) => {
    const middle = found.length ? found[0][0] : 0;
    let start = Math.max(0, middle - BEFORE);
    let end = Math.min(text.length, middle + AFTER);
    if (start) start = text.indexOf(" ", start) + 1 || start;
    if (end < text.length) end = Math.max(text.lastIndexOf(" ", end), found.length ? found[0][1] : 0);
    const within = found.filter(([from, to]) => from >= start && to <= end).map(([from, to]) => [from - start, to - start]);
    const node = make("p", "excerpt", start ? "… " : "", ...marked(text.slice(start, end), within), end < text.length ? " …" : "");
    if (polish) node.lang = "pl";
    return node;
  };

  const line = (hit, name) => {
    const [address, , sort] = searchIndex.pages[hit.at];
    const link = make("a", "", ...(hit.title ? marked(hit.title, hit.head.found) : [name]));
    link.href = address + (hit.anchor ? `#${hit.anchor}` : "");
    if (tongue(sort) !== page) link.lang = tongue(sort);
    const where = make("p", "found-at", link);
    if (hit.label && hit.label !== name) where.append(" ", make("span", "label", hit.label));
    return [where, ...(hit.best ? [excerpt(hit.best)] : [])];
  };

  // One place; of a rule, its name and the best places on its page.
  const item = (sort, group) => {
    const [first] = group;
    const [, name] = searchIndex.pages[first.at];
    if (sort !== "rule") {
      const within = first.anchor && sort === "page" ? [make("p", "label", name)] : [];
      return make("li", "", ...line(first, name), ...within);
    }
    const head = group.find((hit) => !hit.anchor);
    const node = make("li", "", ...line(head ?? { ...first, anchor: "", title: name, label: "", head: { found: [] }, best: null }, name));
    const others = group.filter((hit) => hit !== head);
    if (others.length) node.append(make("ul", "", ...others.slice(0, LINES).map((hit) => make("li", "", ...line(hit, hit.label)))));
    if (others.length > LINES) node.append(make("p", "label", `${more} ${others.length - LINES}`));
    return node;
  };

  const section = (sort, groups) => {
    const items = groups.map((group) => item(sort, group));
    const places = make("ul", "found", ...items.slice(0, SHOWN));
    const node = make("section", `found-${sort}`, make("h2", "", `${searchIndex.sorts[sort]} (${groups.length})`), places);
    if (items.length > SHOWN) {
      const button = make("button", "", `${showAll} (${items.length})`);
      button.type = "button";
      button.addEventListener("click", () => {
        button.remove();
        places.append(...items.slice(SHOWN));
        items[SHOWN].querySelector("a").focus();
      });
      node.append(button);
    }
    return node;
  };

  const apart = (terms, counts) => {
    const items = terms.map(({ said }, index) => {
      const link = make("a", "", said);
      link.href = `?${new URLSearchParams({ q: said })}`;
      return make("li", "", link, ` (${counts[index]})`);
    });
    list.append(make("ul", "", ...items));
  };

  const show = (query) => {
    const terms = termsOf(query);
    if (!terms.length) {
      told.textContent = nothing;
      return;
    }
    let { hits, counts } = search(terms);
    const unknown = terms.filter((term, index) => !counts[index] && !term.phrase && term.folded.length > 2);
    if (unknown.length) {
      for (const term of unknown) term.start = true; // no such word: one that begins so
      ({ hits, counts } = search(terms));
    }
    if (!hits.length) {
      const each = terms.length > 1 && counts.some(Boolean);
      told.textContent = each ? notTogether : nothing;
      if (each) apart(terms, counts);
      return;
    }
    const sorts = Object.keys(searchIndex.sorts).map((sort) => {
      const groups = new Map();
      for (const hit of hits) {
        if (searchIndex.pages[hit.at][2] !== sort) continue;
        const key = sort === "rule" ? hit.at : groups.size;
        groups.set(key, [...(groups.get(key) ?? []), hit]);
      }
      return [sort, [...groups.values()]];
    }).filter(([, groups]) => groups.length);
    const forms = list.dataset.count.split("|");
    const form = forms[{ one: 0, few: 1 }[new Intl.PluralRules(page).select(hits.length)] ?? 2];
    const by = sorts.map(([sort, groups]) => `${searchIndex.sorts[sort].toLowerCase()} ${groups.length}`).join(", ");
    told.textContent = `${form.replace("{n}", hits.length)}: ${by}.`;
    list.append(...sorts.map(([sort, groups]) => section(sort, groups)));
  };

  const query = (new URLSearchParams(location.search).get("q") ?? "").trim();
  form.elements.q.value = query;
  if (query) {
    document.title = `${query} – ${document.title}`;
    show(query);
  } else {
    form.elements.q.focus();
  }
}
