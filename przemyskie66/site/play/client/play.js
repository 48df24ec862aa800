"use strict";
// The table on the page. It draws what the engine answers and sends what the person does; it knows no
// rule of the game. The engine runs in worker.js; what a rule says is looked up in the book (JSON).
// Needed before this script: engine.js and drawing.js.
{
  const { folder, startEngine, fetchJson, useBook, el, say, spoken, word, drawCard, cardFace, cardInline, suitInline } = window.p66play;
  const page = document.querySelector(".play-page");
  const at = (selector, inside = page) => inside.querySelector(selector);
  const { book: bookAddress, deal: example, root } = page.dataset;
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  const pace = () => (reduced.matches ? 0 : 700); // ms between two moves

  let book; // words, rulesets, rules
  let engine; // answers requests: { about, ask(call, request) }
  let current; // what the form or an address asked for: ruleset, deal, seat, …; and what a recorded deal shows
  let drawn; // the frame on the table
  let queue = []; // frames still to be shown
  let timer;
  let atTable; // whether the focus was at the table when the frames came
  let opening; // ends the second engine, which works on open cards
  let asked = 0; // how often a table was asked for: one that comes late must not take the place of another

  const SEATS = "ABCD"; // as an address writes them

  const form = at(".play-setup");
  const board = at(".play-board");

  /** A link that leaves the game on the table where it is: it opens in a new tab, and says so. */
  const link = (place, text) =>
    el("a", { href: root + place, target: "_blank", rel: "noopener" }, text, el("span", { class: "visually-hidden" }, ` (${word("new-tab")})`));
  const ruleLink = (rule) => (book.rules[rule] ? link(book.rules[rule].place, book.rules[rule].title) : rule);
  const readingText = (rule, reading) => book.rules[rule]?.readings[reading] || reading;
  const ruleset = () => book.rulesets[current.ruleset];
  /** What the reading of a rule rests on; a ruleset may answer differently in one phase of play. */
  const answerTo = (rule, reading) =>
    current.trial?.rule === rule && current.trial.reading === reading ? { trial: true } : ruleset().apart[rule]?.[reading] || ruleset().answers[rule];
  const button = (text, onclick, more = {}) => el("button", { type: "button", onclick, ...more }, text);

  // ---- loading ----

  async function loadBook() {
    if (book) return;
    book = await fetchJson(bookAddress);
    useBook(book);
  }

  const isSeed = (deal) => /^\d+$/.test(deal);

  /** What the engine is asked to start with, and what the page must know of a recorded deal. */
  async function prepare(request) {
    const { ruleset: rules, deal, seat, dealer, persons, blind, played, reading } = request;
    const base = { lang: book.lang, ruleset: book.rulesets[rules].json, seat, dealer, persons, blind, played };
    if (isSeed(deal)) return { request: { ruleset: rules, deal, seat, dealer, persons, blind, played }, start: { ...base, seed: Number(deal) } };
    const record = await fetchJson(`${folder}deals/${deal}.json`);
    const { players } = book.rulesets[rules];
    if (record.seats.length !== players) throw unreadable("deal", deal, word("expects-deal-for", { players }));
    const rule = record.contrast?.rule;
    const own = rule && book.rulesets[rules].json.readings[rule]; // other rulesets may not ask the rule at all
    if (reading && !own) throw unreadable("reading", reading, word("expects-no-reading"));
    if (reading && reading !== own && !Object.hasOwn(book.rules[rule].values, reading))
      throw unreadable("reading", reading, word("expects-one", { names: Object.keys(book.rules[rule].values).join(", ") }));
    const trial = reading && own && reading !== own ? { rule, reading, value: book.rules[rule].values[reading] } : null;
    return {
      request: { ...request, trial, contrast: own ? record.contrast : null, title: record.title[book.lang], reading: own ? reading || own : "" },
      start: { ...base, deal: record, ...trial },
    };
  }

  async function loadAll() {
    const loading = at(".play-loading");
    const bar = at("progress", loading);
    loading.hidden = false;
    loading.scrollIntoView({ block: "nearest" });
    try {
      at(".play-loading-text").textContent = word("loading");
      engine = await startEngine((share) => {
        bar.value = share;
        if (share === 1) at(".play-loading-text").textContent = word("starting");
      });
    } finally {
      loading.hidden = true;
    }
  }

  /** Say what is wrong: in words alone where the address is at fault, else with what the program says itself. */
  function showFailure(error) {
    const box = at(".play-error");
    const texts = JSON.parse(page.dataset.failures); // these must be at hand when nothing could be loaded
    const failed = () => (location.protocol === "file:" ? texts.file : engine ? word("fault") : texts.any);
    if (error.told) box.replaceChildren(...error.told.map((text) => el("p", {}, text)));
    else
      box.replaceChildren(
        el("p", {}, failed()),
        el("details", {}, el("summary", {}, texts.details), el("pre", {}, String(error.message || error).trim())));
    box.hidden = false;
    box.scrollIntoView({ block: "nearest" });
  }

  /** Do `work`, and say what went wrong in it. */
  const telling = (work) => (...given) => work(...given).catch(showFailure);

  // ---- the address of a position: #rules=ojciec&deal=66&seat=B&played=A_choose_H.D9 ----

  function writeAddress(place, changes = {}) {
    const { ruleset: rules, deal, seat, reading } = { ...current, ...changes };
    const parts = new URLSearchParams({ rules, deal, seat: SEATS[seat] });
    if (reading) parts.set("reading", reading);
    if (isSeed(deal)) parts.set("dealer", place.dealer);
    if (place.persons === 4 && book.rulesets[rules].players === 3) parts.set("persons", "4");
    if (place.blind) parts.set("blind", "1");
    if (place.played) parts.set("played", place.played);
    return `#${parts}`;
  }

  const PARTS = ["rules", "deal", "seat", "reading", "dealer", "persons", "blind", "played"];

  /** The error that says in words which part of an address cannot be read, and what should stand there. */
  function unreadable(part, value, expected) {
    const shown = value.length > 40 ? `${value.slice(0, 40)}…` : value;
    const told = [word("bad-address"), word(shown ? "bad-part" : "no-part", { part, value: shown }), expected];
    return Object.assign(new Error(part), { told: [told[0], `${told[1]} ${told[2]}`] });
  }

  /** How many can be at a table by these rules, as an address says it. */
  function tablesOf(rules) {
    const { players, json } = book.rulesets[rules];
    return players === 3 && Object.hasOwn(json.readings, "fourth-person") ? ["3", "4"] : [String(players)];
  }

  /** What an address asks for, every part checked against the book, or null if it names no position. */
  function readAddress() {
    const parts = new URLSearchParams(location.hash.slice(1));
    if (!PARTS.some((part) => parts.has(part))) return null;
    const read = (part, fits, expected, missing = "") => {
      const value = parts.get(part) || missing;
      if (!fits(value)) throw unreadable(part, value, expected);
      return value;
    };
    const oneOf = (names) => word("expects-one", { names: [...names].join(", ") });
    const rules = read("rules", (id) => Object.hasOwn(book.rulesets, id), oneOf(Object.keys(book.rulesets)));
    const { players } = book.rulesets[rules];
    const counts = tablesOf(rules);
    const last = Number.MAX_SAFE_INTEGER; // above it JavaScript mistakes one number for another
    const isDeal = (text) => (isSeed(text) ? Number(text) <= last : book.deals.includes(text));
    const deal = read("deal", isDeal, word("expects-deal", { last, example }), example);
    const none = (text) => !text;
    const persons = isSeed(deal)
      ? read("persons", (text) => counts.includes(text), word("expects-persons", { counts: counts.join(", ") }), String(players))
      : read("persons", none, word("expects-recorded"));
    const seats = SEATS.slice(0, Number(persons) || players);
    const isSeat = (text) => text.length === 1 && seats.includes(text);
    const dealer = isSeed(deal) ? read("dealer", (text) => !text || isSeat(text), oneOf(seats)) : read("dealer", none, word("expects-recorded"));
    const reading = isSeed(deal) ? read("reading", none, word("expects-no-reading")) : parts.get("reading") || "";
    return {
      ruleset: rules,
      deal,
      seat: SEATS.indexOf(read("seat", isSeat, oneOf(seats), "A")),
      reading, // what it can be, the record says: see prepare
      dealer: dealer || undefined,
      persons: Number(persons) || undefined,
      blind: read("blind", (text) => !text || text === "1", oneOf("1")) === "1",
      played: parts.get("played") || "",
    };
  }

  async function openAddress() {
    if (location.hash === board.dataset.address) return;
    try {
      if (!location.hash.includes("=")) return; // a place on the page
      await loadBook();
      const request = readAddress();
      if (!request) return;
      fillForm(request);
      await deal(request);
    } catch (error) {
      failToOpen(error);
    }
  }

  /** Say why there is no table, and offer the form; a table that was there is another than what was asked for. */
  function failToOpen(error) {
    asked += 1;
    clearTable();
    delete board.dataset.address;
    const other = document.querySelector("a.other-language");
    if (other) other.hash = location.hash;
    showFailure(error);
  }

  // ---- what the person does ----

  async function deal(request) {
    at(".play-error").hidden = true;
    const mine = (asked += 1);
    const start = at(".play-start");
    start.disabled = true;
    try {
      await loadBook();
      const prepared = await prepare(request);
      if (!engine) await loadAll();
      if (mine !== asked) return;
      stopOpening();
      const answer = await engine.ask("start", prepared.start);
      if (mine !== asked) return;
      if (answer.impossible) throw Object.assign(new Error(answer.impossible), { told: [word("not-dealt-so"), ruleLink(answer.impossible)] });
      if (answer.unreadable) throw Object.assign(new Error(answer.unreadable), { told: [word("bad-address")] });
      current = { ...prepared.request, before: answer.before, recorded: answer.recorded };
      drawn = undefined;
      buildBoard();
      form.hidden = true;
      board.hidden = false;
      show(answer.frames);
      bring(board, "start");
      if (answer.stopped) {
        hurry();
        const { number, name, label, refusal } = answer.stopped;
        if (refusal) showRefusal(refusal, el("p", {}, word("stopped", { number }), ` ${name} – `, say(label)));
        else showAnswer("refusal", word("half-read"), [el("p", {}, word("half-read"))]);
      }
    } catch (error) {
      if (mine === asked) failToOpen(error);
    } finally {
      start.disabled = false;
    }
  }

  async function send(call, request) {
    if (queue.length) return hurry();
    hideAnswer();
    try {
      const answer = await engine.ask(call, request);
      if (answer.refusal) showRefusal(answer.refusal);
      else show(answer.frames);
    } catch (error) {
      showFailure(error);
    }
  }

  const act = (action) => send("act", { action });
  const again = () => {
    drawn = undefined;
    return send("again");
  };
  const nextSeed = () => (isSeed(current.deal) && Number.isSafeInteger(Number(current.deal) + 1) ? Number(current.deal) + 1 : 1 + Math.floor(Math.random() * 999999));

  async function nextDeal(replace) {
    if (queue.length) return hurry();
    const seed = nextSeed();
    current = { ...current, deal: String(seed), played: "" };
    drawn = undefined;
    await send("next", { seed, blind: current.blind, ...(replace && { replace }) });
    bring(board, "start");
  }

  function chooseCard(item) {
    if (queue.length) return hurry();
    if (item.ways.length) return offerWays(item);
    act(item.action);
  }

  /** The card can be played in more than one way (with its meld or without): ask which. */
  function offerWays(item) {
    at(".play-prompt").textContent = word("meld-now");
    at(".play-buttons").replaceChildren(el("div", { class: "play-group" }, item.ways.map(actionButton)));
    rove(at(".play-buttons"));
    at(".play-buttons button").focus();
  }

  function clearTable() {
    stopOpening();
    queue = [];
    clearTimeout(timer);
    board.hidden = true;
    form.hidden = false;
  }

  function newGame() {
    clearTable();
    setHash("#zagraj");
    form.querySelector("input:checked").focus();
  }

  // ---- showing frames one after another ----

  function show(frames) {
    atTable = !drawn || board.contains(document.activeElement);
    queue = [...frames];
    clearTimeout(timer);
    at(".play-live").replaceChildren();
    next();
  }

  function next() {
    const frame = queue.shift();
    const tookTrick = drawn && frame.last && !frame.table.length && drawn.table.length;
    draw(frame);
    if (!queue.length) return;
    if (pace()) timer = setTimeout(next, tookTrick ? pace() * 2 : pace());
    else next();
  }

  function hurry() {
    clearTimeout(timer);
    while (queue.length) draw(queue.shift());
  }

  function setHash(hash) {
    board.dataset.address = hash;
    history.replaceState(null, "", hash);
    const other = document.querySelector("a.other-language"); // the same position in the other language
    if (other) other.hash = hash;
  }

  // ---- the board ----

  function buildBoard() {
    const { own, borrowed, pinned } = ruleset().shares;
    const key = (name) => ({ "data-key": word(`key-${name}`), "aria-keyshortcuts": word(`key-${name}`) });
    board.replaceChildren(
      el("p", { class: "play-ruleset" }, `${word("rules")}: `, link(`rulesets.html#zestaw-${current.ruleset}`, ruleset().title),
        el("span", { class: "hint" }, word("shares", { own, borrowed, pinned }), current.trial && `; ${word("trial-ruleset")}`)),
      demonstration() || "",
      el("div", { class: "play-felt", "data-count": ruleset().players },
        el("dl", { class: "play-facts" }),
        ["left", "top", "right"].map((side) => el("div", { class: `play-seat play-${side}` })),
        el("div", { class: "play-stock", hidden: true }),
        el("div", { class: "play-centre", role: "group", "aria-label": word("table"), onclick: hurry }),
        el("div", { class: "play-seat play-me" })),
      el("p", { class: "play-prompt", role: "status" }),
      el("div", { class: "play-buttons", role: "group", "aria-label": word("actions") }),
      el("ul", { class: "hand play-hand", role: "list", "aria-label": word("your-hand") }),
      el("p", { class: "hint play-hidden", hidden: true }),
      el("div", { class: "play-tools" },
        button(word("hint"), telling(askHint), { class: "play-hint", ...key("hint") }),
        button(word("why"), telling(askWhy), { class: "play-why", ...key("why") }),
        button(word("open"), offerOpen, { class: "play-open", ...key("open") }),
        button(word("undo"), () => send("undo"), { class: "play-undo", ...key("undo") }),
        button(word("share"), showAddress, { class: "play-share", ...key("share") })),
      el("div", { class: "play-answer", role: "region", tabindex: "-1", hidden: true }),
      el("div", { class: "play-result", hidden: true }),
      el("details", { class: "play-terms" }, el("summary", {}, word("about-this-game")), el("div", {})),
      el("div", { class: "play-tools play-more" },
        button(word("same"), again, { class: "play-same" }),
        button(word("again"), newGame, { class: "play-again" })),
      el("h3", { id: "play-log-title" }, word("log")),
      el("div", { role: "group", "aria-labelledby": "play-log-title", class: "play-log", tabindex: "0" }, el("ol", {})),
      elsewhere(),
      keys(),
      el("p", { class: "hint play-proof" }, word("played-by", { sha: engine.about.sha.slice(0, 16), python: engine.about.python })),
      el("div", { class: "play-live visually-hidden", role: "log", "aria-live": "polite" }));
  }

  function draw(frame) {
    const count = frame.seats.length;
    const sides = { 2: ["me", "top"], 3: ["me", "left", "right"], 4: ["me", "left", "top", "right"] }[count];
    const sideOf = (seat) => sides[(seat - (frame.person ?? 0) + count) % count];
    for (const side of ["left", "top", "right"]) at(`.play-${side}`).hidden = !sides.includes(side);
    frame.seats.forEach((seat, number) => drawSeat(at(`.play-${sideOf(number)}`), seat, number === frame.turn, number === frame.person));
    drawFacts(frame);
    drawTerms(frame);
    drawStock(frame.stock);
    drawCentre(frame, sideOf);
    at(".play-prompt").textContent = frame.person === null && frame.phase !== "over" ? word("watching") : frame.prompt;
    at(".play-buttons").replaceChildren(
      ...frame.buttons.map(drawGroup),
      ...(frame.can_go_on ? [el("div", { class: "play-group" }, button(word("go-on"), () => send("go-on"), { class: "play-go-on", "data-key": word("key-go-on"), "aria-keyshortcuts": word("key-go-on") }))] : []));
    rove(at(".play-buttons"));
    drawHand(frame);
    at(".play-hidden").hidden = !frame.hidden;
    at(".play-hidden").textContent = word(frame.phase === "blind" ? "not-dealt" : "face-down");
    at(".play-undo").disabled = !frame.can_undo;
    at(".play-hint").disabled = at(".play-why").disabled = frame.phase === "over" || !frame.waits;
    at(".play-open").disabled = frame.phase !== "play" || !frame.waits;
    drawLog(frame);
    drawResult(frame);
    drawn = frame;
    if (frame.place) {
      current.dealer = frame.place.dealer;
      setHash(writeAddress(frame.place));
      forgetComparison();
    }
    keepFocus();
  }

  /** What had the focus before these frames may be gone: keep the keyboard at the table. */
  function keepFocus() {
    if (!atTable || queue.length) return;
    const here = document.activeElement || document.body;
    const over = at(".play-next"); // cards may be left in the hand, but there is nothing more to do with them
    const lost = here === document.body || !here.checkVisibility();
    if (!lost && !(over && here.closest(".play-hand"))) return;
    const target = over || at(".play-buttons [tabindex='0']") || at(".play-hand [tabindex='0']") || at(".play-again");
    target.focus({ preventScroll: true });
  }

  const actionButton = ({ action, label, short }) =>
    button(short ? say(short) : say(label), () => act(action), { "data-action": action, "aria-label": short ? spoken(label) : null });

  const drawGroup = ({ title, buttons }) =>
    el("div", { class: "play-group", role: title ? "group" : null, "aria-label": title || null },
      title && el("span", { class: "play-group-title", "aria-hidden": "true" }, title), buttons.map(actionButton));

  function drawSeat(place, seat, turn, mine) {
    const roles = [seat.role && word(seat.role), seat.dealer && word("dealer"), turn && word("turn")].filter(Boolean);
    place.classList.toggle("play-turn", turn);
    place.replaceChildren(
      el("p", { class: "play-name" }, seat.name, el("span", {}, roles.join(", "))),
      mine ? "" : el("div", { class: "play-backs", "aria-hidden": "true" }, Array.from({ length: seat.cards }, () => el("i", {}))),
      el("dl", {},
        [["points", seat.points], ["tricks", seat.tricks], ["cards-left", seat.cards]].map(([key, value]) =>
          el("div", { class: `play-${key}` }, el("dt", {}, word(key)), el("dd", {}, String(value))))));
  }

  function drawFacts({ contract, trump, stake, sides, stock }) {
    const dark = contract?.blind ? `, ${word("in-the-dark")}` : "";
    const game = !contract ? word("no-game") : contract.settled ? contract.name + dark : word("not-settled", { game: contract.name + dark, name: contract.seat });
    const price = stake.calls ? `${stake.text} (${word("doubled")})` : stake.text;
    const facts = [
      stock ? null : [word("game"), game],
      [word("trumps"), trump ? suitInline(trump) : contract?.settled ? "–" : word("no-trumps")],
      [word("stake"), price],
      ...sides.map(({ names, points }) => [`${word("together")} ${names}`, String(points)]),
    ].filter(Boolean);
    at(".play-facts").replaceChildren(...facts.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
  }

  /** What the game that is played asks and costs, rule by rule. */
  function drawTerms({ terms, stake }) {
    const line = ([rule, reading]) => el("li", {}, ruleLink(rule), ` – ${readingText(rule, reading)}`);
    at(".play-terms > div").replaceChildren(
      el("ul", {}, terms.map(line)),
      el("p", {}, word("price-rules")), el("ul", {}, stake.rules.filter(([rule]) => !terms.some(([named]) => named === rule)).map(line)));
  }

  function drawStock(stock) {
    const place = at(".play-stock");
    place.hidden = !stock;
    if (!stock) return;
    const closed = stock.closed_by && word("stock-closed", { name: stock.closed_by });
    place.replaceChildren(
      el("div", { class: "play-pile", "aria-hidden": "true" },
        stock.turned_up && drawCard(stock.turned_up), stock.left > (stock.turned_up ? 1 : 0) && el("i", { class: "card card-back" })),
      el("p", {}, el("b", {}, word("stock")), ` ${word("stock-left", { left: stock.left })}`,
        closed && el("span", {}, closed),
        stock.turned_up && el("span", { class: "visually-hidden" }, `. ${word("turned-up")}: ${book.cards[stock.turned_up].name}`)));
  }

  /** Cards on the table lie where their players sit; a trick just taken stays until the next one begins. */
  function drawCentre(frame, sideOf) {
    const place = at(".play-centre");
    const done = !frame.table.length && frame.last;
    const cards = done ? frame.last.cards : frame.table;
    const kept = new Map([...place.querySelectorAll(".play-on-table")].map((node) => [node.firstChild.dataset.card, node]));
    place.classList.toggle("play-done", Boolean(done));
    const nodes = cards.map(({ seat, card, wins }) => {
      const node = kept.get(card) || el("div", {}, drawCard(card));
      node.className = `play-on-table play-from-${sideOf(seat)}`;
      node.firstChild.classList.toggle("card-wins", wins);
      return node;
    });
    const before = frame.table.length ? frame.last : null;
    const note = done ? `${word("last-trick")}: ${frame.last.winner}` : cards.length ? "" : word("empty-table");
    place.replaceChildren(...nodes, el("p", { class: "hint" }, note,
      before && [`${word("last-trick")}: `, say([{ cards: before.cards.map(({ card }) => card) }]), ` – ${before.winner}`]));
  }

  /** Buttons of cards that stay are kept, so that the keyboard's place is not lost. */
  function drawHand(frame) {
    const list = at(".play-hand");
    const buttons = () => [...list.querySelectorAll("button")];
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.card : null;
    const place = buttons().findIndex((node) => node.dataset.card === focused);
    const kept = new Map([...list.children].map((item) => [item.firstChild.dataset.card, item]));
    list.replaceChildren(...frame.hand.map((item) => {
      const node = kept.get(item.card) || el("li", {}, button(cardFace(item.card), null, { "data-card": item.card, "data-suit": item.card[0] }));
      const face = node.firstChild;
      face.className = `card${item.barred ? " card-barred" : ""}`;
      face.setAttribute("aria-label", book.cards[item.card].name + (item.barred ? `, ${word("mark")}` : ""));
      face.onclick = () => chooseCard(item);
      return node;
    }));
    list.classList.toggle("play-waits", frame.waits && frame.phase === "play" && frame.turn === frame.person);
    rove(list);
    if (focused) (buttons().find((node) => node.dataset.card === focused) || buttons()[Math.min(place, buttons().length - 1)])?.focus();
  }

  // ---- the keyboard ----

  /** One place of a row of buttons is reached by Tab, the others by arrows. */
  function rove(row) {
    const buttons = [...row.querySelectorAll("button")];
    const here = buttons.find((node) => node.tabIndex === 0 && node.hasAttribute("tabindex")) || buttons[0];
    for (const node of buttons) node.tabIndex = node === here ? 0 : -1;
  }

  board.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input")) return;
    if (event.key === "Escape" && !at(".play-answer").hidden) return hideAnswer();
    const row = event.target.closest(".play-hand, .play-buttons");
    if (row && ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) {
      const buttons = [...row.querySelectorAll("button")];
      const now = buttons.indexOf(event.target);
      const aim = { ArrowRight: now + 1, ArrowDown: now + 1, ArrowLeft: now - 1, ArrowUp: now - 1, Home: 0, End: buttons.length - 1 }[event.key];
      const target = buttons[Math.max(0, Math.min(aim, buttons.length - 1))];
      for (const node of buttons) node.tabIndex = node === target ? 0 : -1;
      target.focus();
      return event.preventDefault();
    }
    if (event.key.toLowerCase() === word("key-hand")) {
      at(".play-hand [tabindex='0']")?.focus();
      return event.preventDefault();
    }
    const pressed = [...board.querySelectorAll("[data-key]")].find((node) => node.dataset.key === event.key.toLowerCase());
    if (pressed && !pressed.disabled) {
      pressed.click();
      event.preventDefault();
    }
  });

  function keys() {
    const row = (names, text) => el("div", {}, el("dt", {}, names.map((name, place) => [place ? " " : "", el("kbd", {}, name)])), el("dd", {}, text));
    const letter = (name, text) => row([word(`key-${name}`).toUpperCase()], text);
    return el("details", { class: "play-keys" }, el("summary", {}, word("keys")),
      el("dl", {},
        row(["←", "→", "Home", "End"], word("keys-arrows")), row(["Enter"], word("keys-enter")),
        letter("hand", word("keys-hand")), letter("go-on", word("go-on")), letter("hint", word("hint")),
        letter("why", word("why")), letter("open", word("open")), letter("undo", word("undo")), letter("share", word("share")), row(["Esc"], word("keys-close"))),
      el("p", { class: "hint" }, word("keys-note")));
  }

  // ---- what has happened ----

  function drawLog(frame) {
    const list = at(".play-log ol");
    if (frame.whole_log) list.replaceChildren();
    list.append(...frame.log.map((line) =>
      el("li", { "data-kind": line.kind }, el("span", {}, say(line.text)),
        el("details", {}, el("summary", {}, word("rules-acted")), el("ul", {}, line.rules.map(([rule, reading]) => el("li", {}, ruleLink(rule), ` – ${readingText(rule, reading)}`)))))));
    const log = at(".play-log");
    requestAnimationFrame(() => { log.scrollTop = log.scrollHeight; });
    if (!frame.whole_log || !frame.can_undo) at(".play-live").append(...frame.log.map((line) => el("p", {}, spoken(line.text))));
  }

  // ---- answers: why not, hint, address ----

  /** Scroll to `node` once the page has been laid out anyway: asking at once would lay it out a second time. */
  const bring = (node, block) => requestAnimationFrame(() => node.scrollIntoView({ block }));

  /** Show an answer; a row of buttons may stand beside the one that closes it. */
  function showAnswer(kind, title, content, buttons = [], close = word("close")) {
    const box = at(".play-answer");
    stopOpening();
    box.className = `play-answer play-answer-${kind}`;
    box.setAttribute("aria-label", title);
    box.replaceChildren(...content.flat(9).filter(Boolean), el("p", { class: "play-answer-buttons" }, buttons, button(close, hideAnswer)));
    box.hidden = false;
    bring(box, "nearest");
    return box;
  }

  function hideAnswer() {
    const box = at(".play-answer");
    const focusHere = box.contains(document.activeElement);
    box.hidden = true;
    stopOpening();
    for (const node of board.querySelectorAll(".play-advised")) node.classList.remove("play-advised");
    if (focusHere) keepFocusAfterAnswer();
  }

  const keepFocusAfterAnswer = () =>
    (at(".play-buttons [tabindex='0']") || at(".play-hand [tabindex='0']") || at(".play-next") || at(".play-again")).focus();

  const tell = (text) => at(".play-live").append(el("p", {}, text));

  /** What an answer of the ruleset rests on: a witness's words with their place, or the editors' choice. */
  function source(rule, reading) {
    const answer = answerTo(rule, reading);
    if (!answer) return el("p", {}, word("pin"));
    if (answer.trial) return el("p", { class: "play-source hint" }, word("trial", { own: readingText(rule, ruleset().json.readings[rule]) }));
    if (answer.reason) return el("div", { class: "play-source play-pinned" }, el("p", { class: "pin-mark" }, word("pin")), el("p", {}, answer.reason));
    const notes = [answer.basis === "borrowed" && word(answer.relative ? "borrowed-relative" : "borrowed"), !answer.explicit && word("inferred")].filter(Boolean);
    return el("div", { class: "play-source" },
      el("p", { class: "hint" }, word("claim")),
      el("blockquote", {}, el("p", { lang: "pl", class: "quote" }, `„${answer.quote}”`),
        el("span", { class: "quote-source" }, `${answer.witness} · `, link(answer.place, word("in-source")), notes.map((note) => ` · ${note}`))));
  }

  const ruleLine = (rule, reading) => el("p", { class: "play-refusal-rule" }, `${word("rule")}: `, ruleLink(rule), reading && ` – ${readingText(rule, reading)}`);

  function showRefusal({ rule, reading, text }, before) {
    showAnswer("refusal", spoken(text), [before, el("p", { class: "play-refusal-title" }, say(text)), ruleLine(rule, reading), source(rule, reading)]);
    tell(`${spoken(text)} ${word("rule")}: ${book.rules[rule]?.title || rule}. ${readingText(rule, reading)}`);
  }

  async function askHint() {
    if (queue.length) hurry();
    const { hint } = await engine.ask("hint");
    if (!hint) return;
    hideAnswer();
    const { action, card, label } = hint;
    showAnswer("hint", word("hint"), [
      el("p", { class: "play-hint-text" }, `${word("hint-says")} `, el("strong", {}, say(label))),
      el("p", { class: "hint" }, word("hint-policy")),
    ], action ? [button(word("do-it"), () => act(action), { class: "play-do" })] : []);
    tell(`${word("hint-says")} ${spoken(label)}. ${word("hint-policy")}`);
    if (card) at(`.play-hand [data-card="${card}"]`)?.classList.add("play-advised");
    else at(`.play-buttons [data-action="${action}"]`)?.classList.add("play-advised");
  }

  async function askWhy() {
    if (queue.length) hurry();
    const { barred } = await engine.ask("why");
    const sentence = (wishes) => wishes.flatMap((wish, place) => [place ? ", " : "", say(wish)]);
    showAnswer("why", word("why-title"), [
      el("h3", {}, word("why-title")),
      barred.length ? el("dl", { class: "play-barred-list" }, barred.map(({ rule, reading, text, wishes }) =>
        el("div", {}, el("dt", {}, sentence(wishes)),
          el("dd", {}, el("p", {}, say(text)), ruleLine(rule, reading),
            el("details", {}, el("summary", {}, word("what-source")), source(rule, reading)))))) : el("p", {}, word("why-nothing")),
      el("p", { class: "hint" }, word("why-cards")),
    ]).focus();
  }

  // ---- open cards: asked of a second engine, so that the table stays free and the work can be broken off ----

  const openTitle = () => el("h3", {}, word("open-title"));

  function offerOpen() {
    if (queue.length) hurry();
    showAnswer("open", word("open-title"),
      [openTitle(), el("p", {}, el("strong", {}, word("open-warning"))), el("p", {}, word("open-what"))],
      [button(word("open-do"), openCards, { class: "play-open-do" })]).focus();
  }

  function stopOpening() {
    if (!opening) return;
    opening.abort();
    opening = undefined;
    tell(word("open-stopped"));
  }

  async function openCards() {
    const status = el("p", { role: "status" }, word("open-loading"));
    showAnswer("open", word("open-title"), [openTitle(), status, el("progress", { "aria-label": word("open-title") })], [], word("open-cancel")).focus();
    const mine = (opening = new AbortController());
    try {
      const running = await startEngine(() => {}, mine.signal);
      status.textContent = word("open-working");
      await running.ask("start", (await prepare({ ...current, ...drawn.place })).start);
      const found = await running.ask("open");
      opening = undefined; // nothing is left to break off
      if (found.unsolved) showUnsolved(found.unsolved);
      else showOpened(found);
    } catch (error) {
      if (mine.signal.aborted) return;
      opening = undefined;
      hideAnswer();
      showFailure(error);
    } finally {
      mine.abort(); // the second engine lives only as long as its question
    }
  }

  function showUnsolved({ rule, reading, text }) {
    showAnswer("open", word("open-title"), [openTitle(), el("p", { class: "play-refusal-title" }, word("open-none")), el("p", {}, say(text)), ruleLine(rule, reading), source(rule, reading)]).focus();
    tell(`${word("open-none")} ${spoken(text)} ${word("rule")}: ${book.rules[rule]?.title || rule}.`);
  }

  function showOpened({ name, declarer, wins, pays, credited, aim, most, tricks, ends, rules }) {
    const who = declarer ? `${name} (${word("declarer")})` : name;
    const won = word(wins ? "open-wins" : "open-loses");
    const rows = [
      [word("open-for"), who],
      [word("open-game"), won],
      [word("open-pays"), [pays, credited && el("span", { class: "hint" }, ` – ${word("open-credited")}`)]],
      most && [word("open-most"), most.unsolved ? [say(most.unsolved.text), " ", ruleLink(most.unsolved.rule)] : [String(most.points), el("span", { class: "hint" }, ` – ${word("open-most-note")}`)]],
    ].filter(Boolean);
    const reason = aim && answerTo(...aim).reason;
    const pinned = rules.filter(([rule, reading]) => answerTo(rule, reading)?.reason).length;
    showAnswer("open", word("open-title"), [
      openTitle(),
      el("p", { class: "hint" }, word("open-worked-out")),
      el("dl", { class: "play-open-values" }, rows.map(([key, value]) => el("div", {}, el("dt", {}, key), el("dd", {}, value)))),
      reason && el("div", { class: "play-source play-pinned" }, el("p", { class: "pin-mark" }, word("open-pinned-aim")), ruleLine(...aim), el("p", {}, reason)),
      el("h4", {}, word("open-line")),
      el("p", { class: "hint" }, word("open-line-note")),
      el("ol", { class: "play-open-line", role: "list" }, tricks.map(openedTrick)),
      el("p", {}, `${word("open-end")} `, ends.map(({ name: seat, points }, place) => `${place ? ", " : ""}${seat} ${points}`)),
      el("details", {}, el("summary", {}, word("open-rules", { all: rules.length, pinned })), decided(rules)),
    ]).focus();
    tell(`${word("open-done")} ${who}: ${won} ${word("open-pays")}: ${pays}.`);
  }

  function openedTrick({ played, moves, winner }, number) {
    const place = { ...drawn.place, played };
    const move = ({ name, card, meld, laid, label }) =>
      [`${name}\u00a0`, card ? cardInline(card) : say(label), meld && ` (${word("open-meld")})`, laid && ` (${word("open-laid")})`];
    return el("li", {},
      el("a", { href: writeAddress(place), "aria-label": word("open-trick", { number: number + 1 }) }, `${number + 1}.`), " ",
      el("span", {}, moves.map((one, at) => [at ? ", " : "", move(one)]), winner && ` – ${word("open-takes", { name: winner })}`));
  }

  function showAddress() {
    if (queue.length) hurry();
    const status = el("span", { role: "status", class: "play-copied" });
    const field = el("input", { type: "text", readonly: true, value: location.href, "aria-label": word("share-title"), onfocus: () => field.select() });
    const copy = button(word("copy"), async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(location.href);
      } catch {
        document.execCommand("copy"); // where the clipboard is not offered, the marked text still can be taken
      }
      status.textContent = word("copied");
    }, { class: "play-copy" });
    showAnswer("share", word("share-title"),
      [el("p", {}, word("share-note")), el("p", { class: "play-address" }, field, copy, status)],
      [button(word("save"), telling(saveRecord), { class: "play-save" })]);
    copy.focus();
  }

  async function saveRecord() {
    const { record } = await engine.ask("record", { title: book.record_title });
    const address = URL.createObjectURL(new Blob([record], { type: "application/json" }));
    el("a", { href: address, download: `przemyskie66-${current.deal}.deal.json` }).click();
    URL.revokeObjectURL(address);
  }

  // ---- a deal that shows what two readings change ----

  /** Say what the deal is, what was taken before, and by which reading it is played; the others are a press away. */
  function demonstration() {
    const { contrast, before, title, recorded, reading } = current;
    if (!title || !(contrast || before)) return null;
    const go = (changes, played) => {
      if (queue.length) hurry();
      location.hash = writeAddress({ ...drawn.place, ...(played !== undefined && { played }) }, changes);
    };
    const took = (before || []).filter(({ tricks, points, melds }) => tricks || points || melds);
    const tally = ({ name, tricks, points, melds }) =>
      [`${name} – ${word("composed-tally", { tricks, points })}`, melds > 0 && `, ${word("composed-melds", { melds })}`];
    return el("section", { class: "play-shows", "aria-labelledby": "play-shows-title" },
      el("h3", { id: "play-shows-title" }, title),
      before ? el("p", {}, el("strong", {}, `${word("composed")}. `), word("composed-note")) : el("p", {}, word("whole-note")),
      before && el("p", {}, `${word("composed-taken")} `, took.length ? took.map((one, place) => [place ? "; " : "", tally(one)]) : word("composed-nothing"), "."),
      contrast && readings(contrast.rule, Object.keys(contrast.readings), reading, (one) => go({ reading: one })),
      el("div", { class: "play-tools" },
        button(word("contrast-start"), () => go({}, ""), { class: "play-shows-start" }),
        button(word("contrast-recorded"), () => go({}, recorded), { class: "play-shows-recorded" })));
  }

  /** The readings that a deal sets side by side, with the letters of the rule's page; one of them is in force. */
  function readings(rule, shown, reading, choose) {
    const own = ruleset().json.readings[rule];
    const all = book.rules[rule].order;
    const choices = all.filter((one) => shown.includes(one)).map((one) =>
      button([el("b", {}, `${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[all.indexOf(one)]}. `), readingText(rule, one), one === own && [" ", el("span", { class: "tag" }, word("contrast-own"))]],
        () => choose(one), { "aria-pressed": String(one === reading), "data-reading": one }));
    return [
      el("p", { id: "play-shows-by" }, `${word("rule")}: `, ruleLink(rule), `. ${word("contrast-by")}`),
      el("div", { class: "play-readings", role: "group", "aria-labelledby": "play-shows-by" }, choices),
      el("p", { class: "hint" }, word("contrast-switch")),
    ];
  }

  // ---- the end of a deal ----

  function drawResult({ result, sheet }) {
    const box = at(".play-result");
    box.hidden = !result && !sheet;
    box.replaceChildren();
    if (result) {
      box.append(
        el("h3", {}, word("result")),
        ...result.text.map((line) => el("p", { class: "lead" }, say(line))),
        el("table", { class: "play-settlement" }, el("caption", {}, word("settlement")),
          el("tbody", {}, result.rows.map(({ name, points }) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, points))))));
    }
    if (sheet && (sheet.lines.length > 1 || !result)) box.append(drawSheet(sheet));
    if (!result) return;
    if (sheet) box.append(nextButtons(sheet));
    box.append(...resultDetails(result));
    bring(box, "nearest");
  }

  /** Rules, each with its reading and whose it is. */
  function decided(rules) {
    const whose = (answer) => {
      if (answer?.trial) return word("trial-mark");
      if (!answer || answer.reason) return word("pinned");
      return answer.explicit ? answer.witness : `${answer.witness} ${word("inferred-mark")}`;
    };
    return el("ul", { class: "play-decided" }, rules.map(([rule, reading]) => {
      const answer = answerTo(rule, reading);
      return el("li", {}, ruleLink(rule), ` – ${readingText(rule, reading)} `, el("span", { class: answer?.reason ? "tag tag-pin" : "tag" }, whose(answer)));
    }));
  }

  const resultDetails = (result) => [
    el("details", { open: true }, el("summary", {}, word("rules-that-decided")), decided(result.rules)),
    el("details", {}, el("summary", {}, word(current.before ? "composed-hands" : "dealt")),
      el("dl", { class: "play-dealt" }, result.dealt.map(({ name, cards }) =>
        el("div", {}, el("dt", {}, name), el("dd", {}, cards.map((card, place) => [place ? " " : "", cardInline(card)])))))),
  ];

  function drawSheet({ persons, lines }) {
    const sums = lines.at(-1)?.scores || [];
    return el("div", { class: "table-scroll play-sheet" }, el("table", {},
      el("caption", {}, word("sheet")),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, word("deals")), persons.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, lines.map(({ dealer, declarer, game, points }, number) =>
        el("tr", {}, el("th", { scope: "row" }, `${number + 1}. `, el("span", {}, [game && declarer && `${declarer}: ${game}`, word("deal-by", { name: dealer })].filter(Boolean).join("; "))),
          points.map((text) => el("td", {}, text))))),
      el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, word("sum")), sums.map((text) => el("td", {}, text))))));
  }

  function nextButtons({ next_dealer, sitting_out, comes_in, may_replace, person_comes_in }) {
    const choices = person_comes_in ? may_replace : [];
    return el("div", { class: "play-next-deal" },
      el("p", {}, comes_in && `${word("comes-in", comes_in)} `, word("next-dealer", { name: next_dealer }), sitting_out && ` ${word("sitting-out", { name: sitting_out })}`),
      el("p", {},
        choices.map((name) => [button(word("come-in", { name }), () => nextDeal(name), { class: "play-next" }), " "]),
        button(word(choices.length ? "stay-out" : "next"), () => nextDeal(), { class: "play-next" })));
  }

  // ---- the same cards by others ----

  function elsewhere() {
    const others = Object.entries(book.rulesets).filter(([id, { players }]) => id !== current.ruleset && players === ruleset().players);
    const box = el("details", { class: "play-elsewhere", ontoggle: () => { if (box.open) telling(compare)(others, at("div", box)); } },
      el("summary", {}, word("elsewhere")), el("div", {}));
    return box;
  }

  function forgetComparison() {
    const box = at(".play-elsewhere");
    at("div", box).replaceChildren();
    if (box.open) box.open = false;
  }

  async function compare(others, place) {
    const list = el("dl", {});
    place.replaceChildren(el("p", { class: "hint" }, word(others.length ? "elsewhere-note" : "elsewhere-none")), list);
    for (const [id, { title, json }] of others) {
      const answer = el("dd", {}, word("comparing"));
      list.append(el("div", { "data-ruleset": id }, el("dt", {}, link(`rulesets.html#zestaw-${id}`, title)), answer));
      const found = await engine.ask("compare", { ruleset: json });
      answer.replaceChildren(...comparison(found, id).flat(9).filter(Boolean));
    }
  }

  function comparison(found, id) {
    if (!found.parts) return [word(found.over ? "same-to-the-end" : "same-so-far")];
    if (found.impossible) return [`${word("not-dealt-so")} `, ruleLink(found.impossible)];
    const side = ({ text, name, label, refusal }) => (refusal ? [`${name} – `, say(label), `: ${word("refused")}. `, say(refusal.text)] : say(text));
    const there = { ...drawn.place, blind: found.blind, played: found.played };
    const changes = { ruleset: id, reading: "" }; // a reading on trial stays here
    return [
      el("p", {}, found.after ? [word("parts-after", { number: found.number }), ` ${found.after.name} – `, say(found.after.label)] : word("parts-at-once")),
      el("ul", {}, el("li", {}, `${word("here")}: `, side(found.here)), el("li", {}, `${word("there")}: `, side(found.there))),
      el("p", {}, word(found.rules.length ? "because" : "because-unshared")),
      el("ul", {}, found.rules.map(([rule, here, other]) =>
        el("li", {}, ruleLink(rule), el("br"), `${word("here")}: ${readingText(rule, here)}`, el("br"), `${word("there")}: ${readingText(rule, other)}`))),
      found.ends && el("p", {}, found.ends.map((points, place) =>
        [place ? " · " : "", `${word(place ? "there" : "here")}: `, points.map((number, seat) => `${found.names[seat]} ${number}`).join(", ")])),
      tablesOf(id).includes(String(there.persons)) && el("p", {}, el("a", { href: writeAddress(there, changes) }, word("play-on"))),
    ];
  }

  // ---- the form ----

  /** Show of the form what the chosen ruleset can use. */
  function fitForm() {
    const { players, blind, fourth } = form.querySelector("input[name=ruleset]:checked").dataset;
    const exampleSeats = Number(form.dataset.seats);
    const fits = Number(players) === exampleSeats;
    const cards = form.elements.cards;
    const [recorded] = form.querySelectorAll("input[name=cards]");
    recorded.disabled = !fits;
    recorded.closest("label").hidden = !fits;
    if (!fits) cards.value = "seed";
    at(".play-blind", form).hidden = !blind;
    if (!blind) form.elements.blind.checked = false;
    const four = at(".play-fourth", form);
    four.hidden = !fourth || cards.value !== "seed";
    if (four.hidden) form.elements.fourth.checked = false;
    const seats = form.elements.fourth.checked ? 4 : Number(players);
    form.querySelectorAll("input[name=seat]").forEach((input, number) => {
      input.closest("label").hidden = number >= seats;
      if (input.checked && number >= seats) form.querySelector("input[name=seat]").checked = true;
    });
    const dealer = cards.value === "seed" ? SEATS[Number(form.elements.seed.value) % seats] : form.dataset.dealer;
    form.querySelectorAll(".play-seat-note").forEach((note, number) => { note.hidden = SEATS[number] !== dealer; });
  }

  function fillForm({ ruleset: rules, seat, deal: cards, blind, persons }) {
    const wanted = form.querySelector(`input[name=ruleset][value="${CSS.escape(rules)}"]`);
    if (wanted) wanted.checked = true;
    const seeded = isSeed(cards);
    form.elements.cards.value = seeded ? "seed" : "example";
    if (seeded) form.elements.seed.value = cards;
    form.elements.blind.checked = Boolean(blind);
    form.elements.fourth.checked = persons === 4;
    form.elements.seat.value = String(seat);
    fitForm();
  }

  function startForm() {
    const seed = form.elements.seed;
    seed.value = String(1 + Math.floor(Math.random() * 999999));
    seed.addEventListener("input", () => { form.elements.cards.value = "seed"; });
    form.addEventListener("input", fitForm);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const choice = new FormData(form);
      const seeded = choice.get("cards") === "seed";
      deal({
        ruleset: choice.get("ruleset"),
        deal: seeded ? String(Number(choice.get("seed"))) : example,
        seat: Number(choice.get("seat")),
        blind: choice.has("blind"),
        ...(choice.has("fourth") && { persons: 4 }),
      });
    });
    fitForm();
    form.hidden = false;
    at(".play-no-script").hidden = true;
    if (location.protocol === "file:") return; // nothing can be played from disk
    for (const place of page.querySelectorAll(".play-from-here")) {
      place.replaceChildren(el("a", { href: `#${place.dataset.address}` }, place.textContent));
      place.hidden = false;
    }
  }

  startForm();
  addEventListener("hashchange", openAddress);
  openAddress();
}
