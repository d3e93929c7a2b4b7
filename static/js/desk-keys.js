// Whatever has the focus, what a scanner types goes to the one input: with Enter, Tab, CR LF or nothing after it.
"use strict";

(() => {
  const form = document.getElementById("scan");
  if (!form) return;
  const input = form.elements.code;
  const FAST = 50; // milliseconds between two keys; nobody types so fast
  const BURST = 4; // keys that make a scan
  const PAUSE = 150; // after which a scan without an end is over
  const FIGURE = /[0-9&é"'(\-è_çàÉÈÇÀ]/;
  const CODE = /^[0-9&é"'(\-è_çàÉÈÇÀ]{4,}$/;
  const CONTROLS = "a, button, input, select, textarea, summary, label";
  const TEXTS = "input:not([type=checkbox], [type=radio]), select, textarea";

  let field = null;
  let run = 0; // keys that came fast one after the other
  let last = 0;
  let timer = 0;

  const isBurst = () => run >= BURST && FIGURE.test(field.value.slice(-run));

  function submit() {
    clearTimeout(timer);
    run = 0;
    if (input.value.trim()) form.requestSubmit();
  }

  document.addEventListener("input", (event) => {
    const now = performance.now();
    const pasted = event.inputType && event.inputType !== "insertText";
    run = field === event.target && now - last <= FAST && !pasted ? run + 1 : 1;
    field = event.target;
    last = now;
    clearTimeout(timer);
    if (field === input && isBurst() && run >= input.value.length) timer = setTimeout(submit, PAUSE);
  });

  // a scan that fell into another field of the page, as a note, is taken out of it
  function takeBack() {
    input.value = field.value.slice(-run);
    field.value = field.value.slice(0, -run);
    input.focus();
  }

  document.addEventListener(
    "keydown",
    (event) => {
      const end = event.key === "Enter" || (event.key === "Tab" && !event.shiftKey);
      const fast = run && performance.now() - last <= PAUSE && isBurst();
      if (end && field && field !== input && field === document.activeElement && fast) {
        event.preventDefault();
        event.stopPropagation();
        takeBack();
        submit();
      } else if (document.activeElement === input) {
        const line = event.ctrlKey && (event.key === "j" || event.key === "m"); // LF and CR, as control keys
        const tab = event.key === "Tab" && !event.shiftKey && (CODE.test(input.value.trim()) || fast);
        if (line || (tab && input.value.trim())) {
          event.preventDefault();
          submit();
        }
      }
    },
    true,
  );

  document.addEventListener("keydown", (event) => {
    const held = document.activeElement;
    if (walk(event, held)) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.key.length !== 1) return;
    if (held.matches(TEXTS)) return;
    if (event.key === " " && held.matches(CONTROLS)) return;
    input.focus();
  });

  // --- the arrows go from the input to what an answer offers, and back
  function walk(event, held) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const offers = [...document.querySelectorAll("#answer :is(a, button, input:not([type=hidden]))")];
    const place = offers.indexOf(held);
    if (event.key === "Escape" && held !== input) {
      event.preventDefault();
      input.focus();
      return true;
    }
    if (!step || !offers.length || (held !== input && place < 0)) return false;
    event.preventDefault();
    (offers[place + step] || (step > 0 && place >= 0 ? offers[place] : input)).focus();
    return true;
  }

  document.addEventListener("click", (event) => {
    const chosen = String(getSelection());
    if (!event.target.closest(CONTROLS) && !chosen) input.focus();
  });
  document.addEventListener("htmx:afterSettle", () => {
    const held = document.activeElement;
    if (!held || held === document.body || !held.isConnected) input.focus();
  });
})();
