// Counting by taps: ticks, one less, one more, and « all is there » by one key. Without this file the numbers are
// typed. What was ticked survives a reload, in this tab only.
"use strict";

(() => {
  const KEY = "count-";

  function kept(form) {
    try {
      return JSON.parse(sessionStorage.getItem(KEY + form.dataset.count) || "{}");
    } catch {
      return {};
    }
  }

  function keep(form) {
    const said = {};
    for (const row of form.querySelectorAll(".count-part")) {
      const input = row.querySelector("input");
      said[input.name] = [input.value, row.classList.contains("ticked")];
    }
    try {
      sessionStorage.setItem(KEY + form.dataset.count, JSON.stringify(said));
    } catch {
      // a browser that keeps nothing: a reload begins anew
    }
  }

  function tick(row, on) {
    row.classList.toggle("ticked", on);
    row.querySelector(".count-tick").setAttribute("aria-pressed", String(on));
  }

  function put(row, number) {
    const input = row.querySelector("input");
    const whole = Number(row.dataset.whole);
    const value = Math.min(whole, Math.max(0, number));
    input.value = String(value);
    row.querySelector("output").textContent = String(value);
    row.classList.toggle("short", value < whole);
    row.querySelector(".count-less").disabled = value <= 0;
    row.querySelector(".count-more").disabled = value >= whole;
  }

  function progress(form) {
    const rows = form.querySelectorAll(".count-part");
    const ticked = form.querySelectorAll(".count-part.ticked").length;
    const line = form.querySelector(".count-progress");
    line.textContent = `${ticked} sur ${rows.length} vérifiée${rows.length > 1 ? "s" : ""}`;
    line.hidden = false;
    form.classList.toggle("all-ticked", ticked === rows.length);
  }

  function enhance(form) {
    if (form.dataset.ready) return;
    form.dataset.ready = "yes";
    const before = kept(form);
    for (const row of form.querySelectorAll(".count-part")) {
      const input = row.querySelector("input");
      const [value, ticked] = before[input.name] || [input.value, false];
      for (const one of row.querySelectorAll("button, output")) one.hidden = false;
      input.hidden = true;
      put(row, Number(value));
      tick(row, ticked);
    }
    progress(form);
    form.addEventListener("click", (event) => {
      const row = event.target.closest(".count-part");
      if (!row || !form.contains(row)) return;
      const step = event.target.closest(".count-less") ? -1 : event.target.closest(".count-more") ? 1 : 0;
      if (step) {
        put(row, Number(row.querySelector("input").value) + step);
        tick(row, true);
      } else if (!event.target.closest("a, input, output")) {
        tick(row, !row.classList.contains("ticked"));
      }
      progress(form);
      keep(form);
    });
    form.querySelector(".count-done").addEventListener("click", (event) => {
      if (form.dataset.asked || form.querySelector(".count-part.ticked")) return;
      event.preventDefault();
      form.dataset.asked = "yes";
      form.querySelector(".count-unticked").hidden = false;
    });
    form.addEventListener("submit", () => {
      try {
        sessionStorage.removeItem(KEY + form.dataset.count);
      } catch {
        // nothing was kept
      }
    });
  }

  function all() {
    for (const form of document.querySelectorAll("form.count")) enhance(form);
  }

  document.addEventListener("htmx:load", all);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "F2" || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const button = document.querySelector("form.count .count-all");
    if (!button) return;
    event.preventDefault();
    button.click();
  });
  all();
})();
