// Extras of the desk: scans faster than their answers wait in line, the input keeps the focus, short sounds on
// request. Without this file the desk works by htmx, without htmx by plain forms.
"use strict";

(() => {
  const form = document.getElementById("scan");
  if (!form) return;
  const input = form.elements.code;
  const waiting = [];
  let busy = false;

  function next() {
    if (busy || !waiting.length) return;
    busy = true;
    htmx
      .ajax("POST", form.action, {
        source: form,
        target: "#answer",
        swap: "innerHTML",
        values: { code: waiting.shift() },
      })
      .catch(() => {})
      .finally(() => {
        busy = false;
        next();
      });
  }

  form.addEventListener(
    "submit",
    (event) => {
      if (!window.htmx) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (input.value.trim()) waiting.push(input.value);
      input.value = "";
      input.focus();
      next();
    },
    true,
  );

  // --- no answer: say so where the answer would stand
  function noAnswer() {
    waiting.length = 0;
    const answer = document.getElementById("answer");
    answer.replaceChildren(document.getElementById("no-answer").content.cloneNode(true));
    sound("no");
  }
  document.addEventListener("htmx:sendError", noAnswer);
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status >= 500 || event.detail.xhr.status === 404) noAnswer();
  });

  // --- focus
  const controls = "a, button, input, select, textarea, summary, label";
  document.addEventListener("click", (event) => {
    const chosen = String(getSelection());
    if (!event.target.closest(controls) && !chosen) input.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.key.length !== 1) return;
    const held = document.activeElement;
    if (held.matches("input, select, textarea")) return;
    if (event.key === " " && held.matches(controls)) return;
    input.focus();
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (!document.activeElement || document.activeElement === document.body) input.focus();
  });

  // --- sounds, off until asked for
  const toggle = document.getElementById("sounds");
  const KEY = "desk-sounds";
  let speaker = null;

  function wanted() {
    try {
      return localStorage.getItem(KEY) === "on";
    } catch {
      return false;
    }
  }

  function show() {
    toggle.setAttribute("aria-pressed", String(wanted()));
  }

  function sound(tone) {
    if (!wanted() || !window.AudioContext) return;
    speaker = speaker || new AudioContext();
    const [pitch, length] = { ok: [880, 0.08], warn: [520, 0.18], no: [196, 0.3] }[tone] || [880, 0.08];
    const voice = speaker.createOscillator();
    const volume = speaker.createGain();
    const now = speaker.currentTime;
    voice.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + length);
    voice.connect(volume).connect(speaker.destination);
    voice.start(now);
    voice.stop(now + length);
  }

  toggle.hidden = !window.AudioContext;
  toggle.addEventListener("click", () => {
    try {
      localStorage.setItem(KEY, wanted() ? "off" : "on");
    } catch {
      toggle.hidden = true;
    }
    show();
    sound("ok");
    input.focus();
  });
  show();

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "answer") return;
    const answer = event.detail.target.querySelector(".desk-answer");
    const tone = answer && ["ok", "warn", "no"].find((name) => answer.classList.contains(name));
    if (tone) sound(tone);
  });
})();
