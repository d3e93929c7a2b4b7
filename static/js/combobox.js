// An input with data-suggest proposes names as one types: an editable combobox with a list, by the pattern of
// the ARIA Authoring Practices. Without this file it is a plain input, and the server understands any form.
"use strict";

(() => {
  const WAIT = 150; // after the last key, in milliseconds

  // says how many proposals there are
  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.setAttribute("role", "status");
  document.getElementById("main").append(status);

  function enhance(input) {
    if (input.getAttribute("role") === "combobox") return;
    const list = document.createElement("ul");
    list.id = `${input.id}_propositions`;
    list.className = "suggestions";
    list.hidden = true;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Propositions");
    input.after(list);
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", "false");
    input.setAttribute("aria-controls", list.id);

    let timer = 0;
    let asked = null; // the question on its way
    let active = -1;

    const options = () => [...list.children];

    // who walks through the list keeps it as it is
    function stopAsking() {
      clearTimeout(timer);
      asked?.abort();
      asked = null;
    }

    function close() {
      stopAsking();
      list.hidden = true;
      active = -1;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
      status.textContent = "";
    }

    function mark(place) {
      const all = options();
      active = (place + all.length) % all.length;
      all.forEach((option, number) => option.setAttribute("aria-selected", String(number === active)));
      input.setAttribute("aria-activedescendant", all[active].id);
      all[active].scrollIntoView({ block: "nearest" });
    }

    function choose(option) {
      input.value = option.dataset.value;
      close();
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }

    async function ask(then) {
      asked?.abort();
      const mine = (asked = new AbortController());
      const address = `${input.dataset.suggest}?q=${encodeURIComponent(input.value)}`;
      let answer = "";
      try {
        const response = await fetch(address, { signal: mine.signal, headers: { "HX-Request": "true" } });
        if (response.status === 200) answer = await response.text();
      } catch {
        // no answer, no proposals: what is typed stands by itself
      }
      if (asked !== mine || document.activeElement !== input) return;
      list.innerHTML = answer;
      const all = options();
      if (!all.length) return close();
      all.forEach((option, number) => {
        option.id = `${list.id}_${number}`;
        option.setAttribute("aria-selected", "false");
      });
      list.hidden = false;
      active = -1;
      input.setAttribute("aria-expanded", "true");
      input.removeAttribute("aria-activedescendant");
      status.textContent = all.length > 1 ? `${all.length} propositions, flèche bas pour choisir` : "1 proposition, flèche bas pour choisir";
      then?.();
    }

    input.addEventListener("input", () => {
      clearTimeout(timer);
      if (!input.value.trim()) return close();
      timer = setTimeout(ask, WAIT);
    });

    input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      const open = !list.hidden;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        const down = event.key === "ArrowDown";
        stopAsking();
        if (!open) ask(() => mark(down ? 0 : -1));
        else if (active < 0) mark(down ? 0 : -1);
        else mark(active + (down ? 1 : -1));
      } else if (event.key === "Enter" && open && active >= 0) {
        event.preventDefault();
        event.stopPropagation();
        choose(options()[active]);
      } else if (event.key === "Escape" && open) {
        event.preventDefault();
        close();
      } else if (event.key === "Tab") {
        close();
      }
    });

    // a press on the list keeps the focus where one types
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) choose(option);
    });
    input.addEventListener("blur", close);
  }

  const enhanceAll = (root) => root.querySelectorAll("input[data-suggest]").forEach(enhance);
  enhanceAll(document);
  document.addEventListener("htmx:load", (event) => enhanceAll(event.detail.elt));
})();
