// Filters the rows of a long table; the choice stands in the address, so that it can be passed on.
// Without this script every row is shown.
"use strict";
{
  const form = document.querySelector("form.filter");
  const told = form.querySelector("output");
  const rows = [...document.querySelectorAll("tr[data-f]")];
  const lists = [...form.querySelectorAll("select")];
  const fields = [...form.querySelectorAll("select, input")];

  const fold = (words) => words.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");
  const heads = new Map(rows.map((row) => [row, fold(row.querySelector("th").textContent)]));

  const show = () => {
    const words = fold(form.elements.q?.value ?? "").split(/\s+/u).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const filed = row.dataset.f.split("|");
      row.hidden = lists.some((list, index) => list.value && !filed[index].split(" ").includes(list.value))
        || words.some((word) => !heads.get(row).includes(word));
      shown += !row.hidden;
    }
    for (const body of new Set(rows.map((row) => row.parentNode)))
      body.hidden = rows.every((row) => row.hidden || row.parentNode !== body); // a group's name goes with its rows
    told.value = told.dataset.words.replace("{n}", shown).replace("{all}", rows.length);
  };

  const remember = () => {
    const chosen = new URLSearchParams(fields.filter((field) => field.value).map((field) => [field.name, field.value]));
    const query = chosen.size ? `?${chosen}` : location.pathname;
    if (location.protocol !== "file:") history.replaceState(null, "", query); // pages from disk may not
  };

  const asked = new URLSearchParams(location.search);
  for (const field of fields) field.value = asked.get(field.name) ?? "";
  for (const list of lists) if (list.selectedIndex < 0) list.value = "";
  form.addEventListener("input", () => { show(); remember(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => { show(); remember(); }));
  form.hidden = false;
  show();
}
