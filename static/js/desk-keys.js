// Whatever has the focus, what a scanner types goes to the one input: with Enter, Tab, CR LF or nothing after it.
"use strict";

(() => {
  const form = document.getElementById("scan");
  if (!form) return;
  const input = form.elements.code;
  const FAST = 50; // milliseconds between two keys; nobody types so fast
  const BURST = 4; // keys that make a scan
  const STALL = 600; // a slow computer stops so long in the middle of a scan, or before its end
  const STALLS = 2; // and no more often
  const LATE = 2000; // from a scanner that is known to end its scans, the end is waited for
  const ENDS = "scanner-ends";
  const FIGURE = /[0-9&é"'(\-è_çàÉÈÇÀ]/;
  const CODE = /^[0-9&é"'(\-è_çàÉÈÇÀ]{4,}$/;
  const CONTROLS = "a, button, input, select, textarea, summary, label";
  const TEXTS = "input:not([type=checkbox], [type=radio]), select, textarea";

  let field = null;
  let run = 0; // keys that came fast one after the other
  let stalls = 0; // but for these pauses among them
  let struck = 0; // when the key was, however late the page hears of it
  let last = 0;
  let timer = 0;

  const isBurst = () => run - stalls >= BURST && FIGURE.test(field.value.slice(-run));

  function submit() {
    clearTimeout(timer);
    run = 0;
    if (input.value.trim()) form.requestSubmit();
  }

  // --- whether the scanner of this browser ends its scans
  function ends() {
    try {
      return localStorage.getItem(ENDS) === "yes";
    } catch {
      return false;
    }
  }

  function learn(does) {
    if (does === ends()) return;
    try {
      if (does) localStorage.setItem(ENDS, "yes");
      else localStorage.removeItem(ENDS);
    } catch {
      // a forbidden store: each scan is waited for as from a scanner that nobody knows
    }
  }

  // a scan without an end is over after a while; where the page itself was held up, keys may still be on their way
  function endLater(pause) {
    const due = performance.now() + pause;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (performance.now() - due > FAST) return endLater(STALL);
      learn(false);
      submit();
    }, pause);
  }

  document.addEventListener("keydown", (event) => (struck = event.timeStamp), true);

  document.addEventListener("input", (event) => {
    const now = struck || performance.now();
    const pasted = event.inputType && event.inputType !== "insertText";
    const goesOn = run && field === event.target && !pasted && now - last <= STALL;
    struck = 0;
    if (goesOn && now - last <= FAST) {
      run += 1;
    } else if (goesOn && stalls < STALLS && (field === input || isBurst())) {
      run += 1;
      stalls += 1;
    } else {
      run = 1;
      stalls = 0;
    }
    field = event.target;
    last = now;
    clearTimeout(timer);
    if (field === input && isBurst() && run >= input.value.length) endLater(ends() ? LATE : STALL);
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
      const line = event.ctrlKey && (event.key === "j" || event.key === "m"); // LF and CR, as control keys
      const fast = run && event.timeStamp - last <= STALL && isBurst();
      if ((end || line) && fast && event.timeStamp - last <= FAST) learn(true); // no hand is so quick
      if (end && field && field !== input && field === document.activeElement && fast) {
        event.preventDefault();
        event.stopPropagation();
        takeBack();
        submit();
      } else if (document.activeElement === input) {
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
