// Extras of the form of a record: Enter moves on (a scanner types digits and Enter), and nobody leaves what is
// typed by accident. Without this file Enter does nothing and the form works as it is.
"use strict";

(() => {
  const form = document.getElementById("notice");
  if (!form) return;
  const controls = "input:not([type=hidden]), select, textarea, button:not([disabled]), summary, a[href]";

  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.defaultPrevented || event.isComposing) return;
    if (!event.target.matches("input:not([type=checkbox], [type=radio])")) return;
    event.preventDefault();
    const all = [...form.querySelectorAll(controls)].filter((one) => one.offsetParent);
    all[all.indexOf(event.target) + 1]?.focus();
  });

  let touched = form.dataset.touched === "true";
  form.addEventListener("input", () => (touched = true));
  form.addEventListener("htmx:afterSwap", (event) => (touched = touched || event.target.id !== "twins"));
  form.addEventListener("submit", () => (touched = false));
  addEventListener("beforeunload", (event) => touched && event.preventDefault());
})();
