"use strict";
// Elements, cards and sentences. A sentence is a list of parts: plain text, {card}, {cards} or {suit}.

window.p66play = window.p66play || {};
{
  let book; // names of cards and suits, and the page's own words

  /** Make an element; attributes that are null or false are left out, on… are listeners. */
  function el(tag, attributes = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
    }
    node.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
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
    el("span", { class: `card ${mark}`.trim(), "data-card": code, "data-suit": code[0], role: "img", "aria-label": book.cards[code].name }, cardFace(code));

  const cardInline = (code) =>
    el("span", { class: "card-inline", "data-suit": code[0] },
      el("span", { "aria-hidden": "true" }, book.cards[code].sign), suitSign(code[0]),
      el("span", { class: "visually-hidden" }, book.cards[code].name));

  const suitInline = (suit) =>
    suit === "none" ? "–" : el("span", { class: "card-inline", "data-suit": suit }, suitSign(suit), el("span", {}, `\u00a0${book.suits[suit]}`));

  /** Draw a sentence: texts, cards and suits in a row. */
  function say(parts) {
    return parts.flatMap((part) => {
      if (typeof part === "string") return part;
      if (part.suit) return suitInline(part.suit);
      return (part.cards || [part.card]).flatMap((code, place) => (place ? [" ", cardInline(code)] : [cardInline(code)]));
    });
  }

  /** The same sentence in words alone, for those who listen. */
  function spoken(parts) {
    return parts.map((part) => {
      if (typeof part === "string") return part;
      if (part.suit) return book.suits[part.suit] || "–";
      return (part.cards || [part.card]).map((code) => book.cards[code].name).join(", ");
    }).join("");
  }

  const fill = (template, values = {}) => template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const word = (key, values = {}) => fill(book.words[key], values);

  Object.assign(window.p66play, {
    useBook: (found) => { book = found; },
    el, say, spoken, fill, word, drawCard, cardFace, cardInline, suitInline,
  });
}
