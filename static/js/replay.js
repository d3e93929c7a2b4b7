// Extras for looking at a game again: arrows turn its pages, the slider goes where it is let go, articles open where one is.
const LINKS = { ArrowLeft: "replay-back", ArrowRight: "replay-next", Home: "replay-first", End: "replay-last" };
let turning = false; // until its links are htmx's own, a fresh page would be left by a key
let asked = null;

function turn(key) {
  document.getElementById(LINKS[key])?.click();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, dialog")) return;
  if (!document.getElementById(LINKS[event.key])) return;
  event.preventDefault();
  if (turning) asked = event.key;
  else turn(event.key);
});

document.addEventListener("htmx:beforeRequest", () => (turning = true));
for (const end of ["htmx:afterSettle", "htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(end, () => {
    turning = false;
    if (asked) turn(asked);
    asked = null;
  });
}

document.addEventListener("change", (event) => {
  if (event.target.matches("#coup, #vue")) event.target.form.requestSubmit();
});

document.addEventListener("htmx:afterSettle", () => {
  // the link that had the focus may be gone at either end
  if (document.activeElement === document.body) document.getElementById("turn").focus({ preventScroll: true });
});

document.addEventListener("click", (event) => {
  const link = event.target.closest(".told a[href^='#'], .ending a[href^='#']");
  const article = link && document.getElementById(link.hash.slice(1));
  if (!article) return;
  event.preventDefault();
  const dialog = document.getElementById("article");
  dialog.querySelector(".article-text").replaceChildren(...[...article.children].map((part) => part.cloneNode(true)));
  dialog.showModal();
});
