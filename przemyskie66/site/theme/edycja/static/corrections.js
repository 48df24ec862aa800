// Filters the table of interventions; the choice stands in the address, so that it can be passed on.
// Without this script every row is shown.
"use strict";
{
  const form = document.querySelector("form.filter");
  const told = form.querySelector("output");
  const rows = [...document.querySelectorAll("table.corrections tbody tr")];
  const fields = [...form.querySelectorAll("select")];

  const show = () => {
    let shown = 0;
    for (const row of rows) {
      const filed = row.dataset.f.split("|");
      row.hidden = fields.some((field, index) => field.value && field.value !== filed[index]);
      shown += !row.hidden;
    }
    told.value = told.dataset.words.replace("{n}", shown).replace("{all}", rows.length);
  };

  const remember = () => {
    const chosen = new URLSearchParams(fields.filter((field) => field.value).map((field) => [field.name, field.value]));
    const query = chosen.size ? `?${chosen}` : location.pathname;
    if (location.protocol !== "file:") history.replaceState(null, "", query); // pages from disk may not
  };

  const asked = new URLSearchParams(location.search);
  for (const field of fields) field.value = asked.get(field.name) ?? "";
  for (const field of fields) if (field.selectedIndex < 0) field.value = "";
  form.addEventListener("change", () => { show(); remember(); });
  form.addEventListener("reset", () => setTimeout(() => { show(); remember(); }));
  form.hidden = false;
  show();
}
