// The queue of the desk: scans faster than their answers wait in line, and none is lost while the network, the
// server or the session is away. Without this file the desk works by htmx, without htmx by plain forms.
"use strict";

(() => {
  const form = document.getElementById("scan");
  if (!form || !window.sessionStorage) return;
  const input = form.elements.code;
  const answer = document.getElementById("answer");
  const line = document.getElementById("waiting");
  const KEY = `desk-waiting ${location.pathname}`;
  const SLOW = 1500;
  const AGAIN = 4000;

  // the first one is under way; kept by the tab, so that a login or a reload does not lose them
  let codes = kept();
  let busy = false;
  let held = ""; // why nothing is sent: "network", "server", "stale" or "before"
  let outcome = "";
  let timer = 0;

  function kept() {
    try {
      return JSON.parse(sessionStorage.getItem(KEY)) || [];
    } catch {
      return [];
    }
  }

  function keep() {
    try {
      if (codes.length) sessionStorage.setItem(KEY, JSON.stringify(codes));
      else sessionStorage.removeItem(KEY);
    } catch {
      // a full or forbidden store: the queue lives as long as the page
    }
  }

  function scanned(code) {
    if (!code.trim()) return; // the second half of a CR LF
    codes.push(code);
    keep();
    if (held) {
      sayHeld();
      tone("no");
    } else if (busy) {
      sayWaiting();
    } else {
      send();
    }
  }

  async function send() {
    clearTimeout(timer);
    if (busy || !codes.length || !window.htmx) return;
    busy = true;
    outcome = "network";
    timer = setTimeout(sayWaiting, SLOW);
    try {
      await htmx.ajax("POST", form.action, {
        source: form,
        target: "#answer",
        swap: "innerHTML",
        values: { code: codes[0] },
      });
    } catch {
      // no answer: outcome says so
    }
    busy = false;
    clearTimeout(timer);
    if (outcome === "answered") {
      codes.shift();
      keep();
      held = "";
      line.textContent = "";
      if (codes.length) sayWaiting();
      send();
    } else if (outcome !== "login") {
      hold(outcome);
    }
  }

  form.addEventListener("htmx:beforeOnLoad", (event) => {
    const { xhr } = event.detail;
    if (xhr.getResponseHeader("HX-Redirect")) outcome = "login";
    else if (xhr.status === 403) outcome = "stale";
    else if (xhr.status >= 500 || xhr.status === 404) outcome = "server";
    else outcome = "answered";
    if (outcome === "server" || outcome === "stale") event.preventDefault(); // a page of errors is no answer to a scan
  });

  // --- what waits, said where the answer would stand
  function hold(why) {
    const first = held !== why;
    held = why;
    sayHeld();
    if (first) tone("no");
    if (why === "network") timer = setTimeout(send, AGAIN);
  }

  const many = (one, more) => (codes.length > 1 ? more.replace("#", codes.length) : one);

  function sayHeld() {
    const said = document.getElementById(`held-${held}`).content.cloneNode(true);
    said.querySelector(".codes").textContent = many("1 scan attend", "# scans attendent");
    said.querySelector(".which").textContent = codes.map((code) => `« ${code.slice(0, 40)} »`).join(", ");
    const again = said.querySelector("[name=again]");
    again.addEventListener("click", () => {
      input.focus();
      if (held === "stale") location.reload(); // somebody has logged in anew since
      else send();
    });
    said.querySelector("[name=forget]").addEventListener("click", () => {
      codes = [];
      keep();
      held = "";
      clearTimeout(timer);
      answer.replaceChildren();
      line.textContent = "";
      input.focus();
    });
    line.textContent = "";
    answer.replaceChildren(said);
  }

  function sayWaiting() {
    if (!held) line.textContent = many("En cours…", "En cours… # scans attendent leur tour.");
  }

  function tone(name) {
    document.dispatchEvent(new CustomEvent("desk:tone", { detail: name }));
  }

  window.addEventListener("online", () => held === "network" && send());

  form.addEventListener(
    "submit",
    (event) => {
      if (!window.htmx) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const code = input.value;
      input.value = "";
      input.focus();
      scanned(code);
    },
    true,
  );

  // buttons of an answer that never arrive
  document.addEventListener("htmx:sendError", (event) => event.target !== form && lost());
  document.addEventListener("htmx:timeout", (event) => event.target !== form && lost());
  document.addEventListener("htmx:responseError", (event) => event.target !== form && lost());
  function lost() {
    answer.replaceChildren(document.getElementById("no-answer").content.cloneNode(true));
    tone("no");
  }

  // on a phone the input goes to the top, so that what came as an answer is in sight below it
  const phone = matchMedia("(width < 44rem)");
  new MutationObserver(() => phone.matches && form.scrollIntoView()).observe(answer, { childList: true });

  if (codes.length) hold("before");
})();
