"use strict";
// The table on the page. It draws what the engine answers and sends what the person does; it knows no
// rule of the game. The engine runs in worker.js; what a rule says is looked up in the book (JSON).

const page = document.querySelector(".play-page");
const at = (selector, inside = page) => inside.querySelector(selector);
const { bundle, book: bookAddress, deal: example, root } = page.dataset;
const PACE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 700; // ms between two moves

let book; // words, rulesets, rules, recorded deals
let engine; // answers requests: { ask(call, request) }
let current; // the request that started the game on the table
let drawn; // the frame on the table
let queue = []; // frames still to be shown
let timer;

// ---- small helpers for elements ----

function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(9).filter((child) => child !== null && child !== ""));
  return node;
}

function picture(symbol, attributes) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries({ "aria-hidden": "true", ...attributes })) svg.setAttribute(name, value);
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${symbol}`);
  svg.append(use);
  return svg;
}

const cardFace = (code) => picture(`card-${code}`, { viewBox: "0 0 100 140" });
const suitSign = (suit) => picture(`suit-${suit}`, { viewBox: "0 0 24 24", class: "suit" });

const drawCard = (code, mark = "") =>
  el("span", { class: `card ${mark}`, "data-card": code, "data-suit": code[0], role: "img", "aria-label": book.cards[code].name }, cardFace(code));

const cardInline = (code) =>
  el("span", { class: "card-inline", "data-suit": code[0] },
    el("span", { "aria-hidden": "true" }, book.cards[code].sign), suitSign(code[0]),
    el("span", { class: "visually-hidden" }, book.cards[code].name));

const suitInline = (suit) =>
  suit === "none" ? "–" : el("span", { class: "card-inline", "data-suit": suit }, suitSign(suit), `\u00a0${book.suits[suit]}`);

/** Draw a sentence: texts, cards and suits in a row. */
function say(parts) {
  return parts.flatMap((part) => {
    if (typeof part === "string") return part;
    if (part.suit) return suitInline(part.suit);
    return (part.cards || [part.card]).flatMap((code, place) => (place ? [" ", cardInline(code)] : [cardInline(code)]));
  });
}

const word = (key, values = {}) => book.words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
/** A link that leaves the game on the table where it is: it opens in a new tab, and says so. */
const link = (place, text) =>
  el("a", { href: root + place, target: "_blank", rel: "noopener" }, text, el("span", { class: "visually-hidden" }, ` (${word("new-tab")})`));
const ruleLink = (rule) => link(book.rules[rule].place, book.rules[rule].title);

// ---- the engine ----

/** Start the worker; resolves once Python and the engine are there. */
function startEngine(onProgress) {
  const worker = new Worker(`${bundle}worker.js`, { type: "module" });
  const waiting = new Map();
  let last = 0;
  const post = (message) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...message });
    });
  worker.onmessage = ({ data }) => {
    if ("progress" in data) return onProgress(data.progress);
    const { resolve, reject } = waiting.get(data.id);
    waiting.delete(data.id);
    if ("error" in data) reject(new Error(data.error));
    else resolve(data.answer);
  };
  worker.onerror = (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || "worker.js"));
    waiting.clear();
  };
  return post({ call: "load" }).then(
    (about) => ({ about, ask: (call, request = {}) => post({ call: "ask", request: { call, ...request } }) }),
    (error) => {
      worker.terminate();
      throw error;
    },
  );
}

async function loadAll() {
  const loading = at(".play-loading");
  const bar = at("progress", loading);
  loading.hidden = false;
  try {
    if (!book) {
      const answer = await fetch(bookAddress);
      if (!answer.ok) throw new Error(`${bookAddress}: ${answer.status}`);
      book = await answer.json();
    }
    at(".play-loading-text").textContent = word("loading");
    engine = await startEngine((share) => {
      bar.value = share;
      if (share === 1) at(".play-loading-text").textContent = word("starting");
    });
  } finally {
    loading.hidden = true;
  }
}

function showFailure(error) {
  const box = at(".play-error");
  const texts = JSON.parse(page.dataset.failures); // these must be at hand when nothing could be loaded
  box.replaceChildren(
    el("p", {}, location.protocol === "file:" ? texts.file : texts.any),
    el("details", {}, el("summary", {}, texts.details), el("pre", {}, String(error.message || error).trim())),
  );
  box.hidden = false;
}

// ---- what the person does ----

async function deal(request) {
  at(".play-error").hidden = true;
  const button = at(".play-start");
  button.disabled = true;
  try {
    if (!engine) await loadAll();
    current = request;
    const { ruleset, ...rest } = request;
    const answer = await engine.ask("start", {
      ...rest, lang: book.lang, ruleset: book.rulesets[ruleset].json, ...(rest.seed === undefined && { deal: book.deals[example] }),
    });
    drawn = undefined;
    buildBoard();
    at(".play-setup").hidden = true;
    at(".play-board").hidden = false;
    at(".play-board").scrollIntoView({ block: "start" });
    show(answer.frames);
  } catch (error) {
    showFailure(error);
  } finally {
    button.disabled = false;
  }
}

async function send(call, request) {
  if (queue.length) return;
  hideRefusal();
  try {
    const answer = await engine.ask(call, request);
    if (answer.refusal) showRefusal(answer.refusal);
    else show(answer.frames);
  } catch (error) {
    showFailure(error);
  }
}

const act = (action) => send("act", { action });

function chooseCard(item) {
  if (queue.length || !drawn.waits) return;
  if (item.ways.length) return offerWays(item);
  act(item.action);
}

/** The card can be played in more than one way (with its meld or without): ask which. */
function offerWays(item) {
  at(".play-prompt").textContent = word("meld-now");
  at(".play-buttons").replaceChildren(...item.ways.map(actionButton));
  at(".play-buttons button").focus();
}

// ---- drawing ----

function show(frames) {
  queue = [...frames];
  clearTimeout(timer);
  next();
}

function next() {
  const frame = queue.shift();
  const tookTrick = drawn && frame.last && !frame.table.length && drawn.table.length;
  draw(frame);
  if (queue.length) timer = setTimeout(next, tookTrick ? PACE * 2 : PACE);
}

function hurry() {
  if (!queue.length) return;
  clearTimeout(timer);
  while (queue.length) next();
  clearTimeout(timer);
}

function buildBoard() {
  const ruleset = book.rulesets[current.ruleset];
  const { own, borrowed, pinned } = ruleset.shares;
  at(".play-board").replaceChildren(
    el("p", { class: "play-ruleset" }, `${word("rules")}: `, link(`rulesets.html#zestaw-${current.ruleset}`, ruleset.title),
      el("span", { class: "hint" }, word("shares", { own, borrowed, pinned }))),
    el("div", { class: "play-felt" },
      el("dl", { class: "play-facts" }),
      el("div", { class: "play-seat play-left" }),
      el("div", { class: "play-seat play-right" }),
      el("div", { class: "play-centre", role: "group", "aria-label": word("table"), onclick: hurry }),
      el("div", { class: "play-seat play-me" })),
    el("p", { class: "play-prompt", role: "status" }),
    el("div", { class: "play-buttons" }),
    el("ul", { class: "hand play-hand", role: "list", "aria-label": word("your-hand") }),
    el("p", { class: "hint play-hidden", hidden: true }, word("face-down")),
    el("div", { class: "play-refusal", role: "alert", hidden: true }),
    el("div", { class: "play-result", hidden: true }),
    el("p", { class: "play-tools" },
      el("button", { type: "button", class: "play-undo", onclick: () => send("undo") }, word("undo")),
      el("button", { type: "button", class: "play-same", onclick: () => deal(current) }, word("same")),
      el("button", { type: "button", class: "play-again", onclick: newGame }, word("again"))),
    el("h3", { id: "play-log-title" }, word("log")),
    el("div", { role: "log", "aria-labelledby": "play-log-title", class: "play-log", tabindex: "0" }, el("ol", {})),
    el("p", { class: "hint play-proof" }, word("played-by", { sha: engine.about.sha.slice(0, 16), python: engine.about.python })),
  );
  at(".play-hand").addEventListener("keydown", moveFocus);
}

function newGame() {
  queue = [];
  clearTimeout(timer);
  at(".play-board").hidden = true;
  at(".play-setup").hidden = false;
  at(".play-setup input:checked").focus();
}

function draw(frame) {
  const focusHere = !drawn || at(".play-board").contains(document.activeElement);
  const me = frame.person;
  const places = [".play-me", ".play-left", ".play-right"];
  frame.seats.forEach((seat, number) => drawSeat(at(places[(number - me + 3) % 3]), seat, number === frame.turn));
  at(".play-facts").replaceChildren(
    el("dt", {}, word("trumps")), el("dd", {}, frame.trump ? suitInline(frame.trump) : word("no-trumps")),
    el("dt", {}, word("stake")), el("dd", {}, frame.doubled ? `${frame.stake} (${word("doubled")})` : frame.stake));
  drawCentre(frame);
  at(".play-prompt").textContent = frame.prompt;
  at(".play-buttons").replaceChildren(
    ...frame.buttons.map(actionButton),
    ...(frame.can_go_on ? [el("button", { type: "button", class: "play-go-on", onclick: () => send("go-on") }, word("go-on"))] : []));
  drawHand(frame);
  at(".play-hidden").hidden = !frame.hidden;
  at(".play-undo").disabled = !frame.can_undo;
  drawLog(frame);
  drawResult(frame.result);
  drawn = frame;
  // what had the focus may be gone: keep the keyboard at the table
  if (focusHere && !at(".play-board").contains(document.activeElement)) {
    const target = at(".play-buttons button") || at(".play-hand button") || at(".play-again");
    target.focus({ preventScroll: true });
  }
}

const actionButton = ({ action, label }) => el("button", { type: "button", "data-action": action, onclick: () => act(action) }, say(label));

function drawSeat(place, seat, turn) {
  const roles = [seat.role && word(seat.role), seat.dealer && word("dealer"), turn && word("turn")].filter(Boolean);
  place.classList.toggle("play-turn", turn);
  place.replaceChildren(
    el("p", { class: "play-name" }, seat.name, el("span", {}, roles.join(", "))),
    el("dl", {},
      ...[["points", seat.points], ["tricks", seat.tricks], ["cards-left", seat.cards]].map(([key, value]) =>
        el("div", {}, el("dt", {}, word(key)), el("dd", {}, String(value))))));
}

/** Cards on the table lie where their players sit; a trick just taken stays until the next one begins. */
function drawCentre(frame) {
  const done = !frame.table.length && frame.last;
  const cards = done ? frame.last.cards : frame.table;
  const side = ["me", "left", "right"];
  at(".play-centre").classList.toggle("play-done", Boolean(done));
  at(".play-centre").replaceChildren(
    ...cards.map(({ seat, card, wins }) =>
      el("div", { class: `play-on-table play-from-${side[(seat - frame.person + 3) % 3]}` }, drawCard(card, wins ? "card-wins" : ""))),
    el("p", { class: "hint" }, done ? `${word("last-trick")}: ${frame.last.winner}` : cards.length ? "" : word("empty-table")));
  const trick = frame.table.length && frame.last;
  if (trick) {
    at(".play-centre .hint").append(`${word("last-trick")}: `, ...say([{ cards: trick.cards.map(({ card }) => card) }]), ` – ${trick.winner}`);
  }
}

/** Buttons of cards that stay are kept, so that the keyboard's place is not lost. */
function drawHand(frame) {
  const list = at(".play-hand");
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.card : null;
  const place = [...list.children].findIndex((item) => item.firstChild.dataset.card === focused);
  const kept = new Map([...list.children].map((item) => [item.firstChild.dataset.card, item]));
  list.replaceChildren(...frame.hand.map((item) => {
    const node = kept.get(item.card) || el("li", {}, el("button", { type: "button", "data-card": item.card, "data-suit": item.card[0] }, cardFace(item.card)));
    const button = node.firstChild;
    button.className = `card${item.barred ? " card-barred" : ""}`;
    button.setAttribute("aria-label", book.cards[item.card].name + (item.barred ? `, ${word("mark")}` : ""));
    button.onclick = () => chooseCard(item);
    return node;
  }));
  list.classList.toggle("play-waits", frame.waits && frame.phase === "play");
  if (focused) {
    const buttons = [...list.querySelectorAll("button")];
    const again = buttons.find((button) => button.dataset.card === focused) || buttons[Math.min(place, buttons.length - 1)];
    (again || at(".play-again")).focus();
  }
}

function moveFocus(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const target = buttons[buttons.indexOf(document.activeElement) + step];
  if (target) target.focus();
  event.preventDefault();
}

function drawLog(frame) {
  const list = at(".play-log ol");
  if (frame.whole_log) list.replaceChildren();
  list.append(...frame.log.map((line) =>
    el("li", { "data-kind": line.kind }, el("span", {}, say(line.text)),
      el("details", {}, el("summary", {}, word("rules-acted")), el("ul", {}, line.rules.map(([rule, reading]) => el("li", {}, ruleLink(rule), ` – ${readingText(rule, reading)}`)))))));
  const log = at(".play-log");
  log.scrollTop = log.scrollHeight;
}

const readingText = (rule, reading) => book.rules[rule].readings[reading] || reading;

// ---- what a rule rests on ----

function source(rule) {
  const answer = book.rulesets[current.ruleset].answers[rule];
  if (!answer) return el("p", {}, word("pin"));
  if (answer.reason) return el("div", { class: "play-source play-pinned" }, el("p", { class: "pin-mark" }, word("pin")), el("p", {}, answer.reason));
  const notes = [answer.basis === "borrowed" && word(answer.relative ? "borrowed-relative" : "borrowed"), !answer.explicit && word("inferred")].filter(Boolean);
  return el("div", { class: "play-source" },
    el("p", { class: "hint" }, word("claim")),
    el("blockquote", {}, el("p", { lang: "pl", class: "quote" }, `„${answer.quote}”`),
      el("span", { class: "quote-source" }, `${answer.witness} · `, link(answer.place, word("in-source")), ...notes.map((note) => ` · ${note}`))));
}

function showRefusal({ rule, reading, text }) {
  const box = at(".play-refusal");
  box.replaceChildren(
    el("p", { class: "play-refusal-title" }, say(text)),
    el("p", { class: "play-refusal-rule" }, `${word("rule")}: `, ruleLink(rule), ` – ${readingText(rule, reading)}`),
    source(rule),
    el("button", { type: "button", onclick: hideRefusal }, word("close")));
  box.hidden = false;
  box.scrollIntoView({ block: "nearest" });
}

function hideRefusal() {
  const box = at(".play-refusal");
  const focusHere = box.contains(document.activeElement);
  box.hidden = true;
  if (focusHere) (at(".play-hand button") || at(".play-undo")).focus();
}

function drawResult(result) {
  const box = at(".play-result");
  box.hidden = !result;
  if (!result) return box.replaceChildren();
  const answers = book.rulesets[current.ruleset].answers;
  const whose = (rule) => {
    const answer = answers[rule];
    if (!answer || answer.reason) return word("pinned");
    return answer.explicit ? answer.witness : `${answer.witness} ${word("inferred-mark")}`;
  };
  box.replaceChildren(
    el("h3", {}, word("result")),
    ...result.text.map((line) => el("p", { class: "lead" }, say(line))),
    el("table", {}, el("caption", {}, word("settlement")),
      el("tbody", {}, result.rows.map(({ name, points }) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, points))))),
    el("details", { open: true }, el("summary", {}, word("rules-that-decided")),
      el("ul", { class: "play-decided" }, result.rules.map(([rule, reading]) =>
        el("li", {}, ruleLink(rule), ` – ${readingText(rule, reading)} `, el("span", { class: answers[rule] && answers[rule].reason ? "tag tag-pin" : "tag" }, whose(rule)))))));
}

// ---- the form, and the recorded deal one step at a time ----

function startForm() {
  const form = at(".play-setup");
  const seed = form.elements.seed;
  seed.value = String(1 + Math.floor(Math.random() * 999999));
  seed.addEventListener("input", () => { form.elements.cards.value = "seed"; });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const choice = new FormData(form);
    const request = { ruleset: choice.get("ruleset"), seat: Number(choice.get("seat")) };
    deal(choice.get("cards") === "seed" ? { ...request, seed: Number(choice.get("seed")) } : request);
  });
  form.hidden = false;
  at(".play-no-script").hidden = true;
}

function startStepper() {
  const holder = at(".play-stepper");
  const steps = [...page.querySelectorAll(".play-steps > li")];
  const texts = JSON.parse(holder.dataset.words);
  if (steps.length < 2) return;
  let now = 0;
  let single = true;
  const status = el("span", { role: "status" });
  const back = el("button", { type: "button", onclick: () => go(now - 1) }, texts.back);
  const forward = el("button", { type: "button", onclick: () => go(now + 1) }, texts.forward);
  const all = el("button", { type: "button", "aria-pressed": "false", onclick: () => { single = !single; go(now); } }, texts.all);
  function go(step) {
    now = Math.max(0, Math.min(step, steps.length - 1));
    steps.forEach((item, number) => { item.hidden = single && number !== now; });
    back.disabled = !single || now === 0;
    forward.disabled = !single || now === steps.length - 1;
    all.setAttribute("aria-pressed", String(!single));
    status.textContent = single ? texts.step.replace("{n}", now + 1).replace("{all}", steps.length) : "";
  }
  holder.append(back, forward, status, all);
  holder.hidden = false;
  const aim = steps.findIndex((item) => `#${item.id}` === location.hash);
  go(Math.max(aim, 0));
}

startForm();
startStepper();
