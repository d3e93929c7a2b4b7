// Extras at the table: the others play by themselves, the focus stays in the hand, articles open where one is, reading aloud.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const byItself = document.getElementById("by-itself");
const aloud = document.getElementById("aloud");
let waiting;

function wish(box, name, first) {
  // a wish of this browser, not of the game; without storage it is asked again
  try { first = (sessionStorage.getItem(name) ?? String(first)) === "true"; } catch { /* storage is closed */ }
  box.checked = first;
  box.addEventListener("change", () => {
    try { sessionStorage.setItem(name, String(box.checked)); } catch { /* storage is closed */ }
  });
}

function goOnLater() {
  clearTimeout(waiting);
  const button = document.getElementById("go-on");
  if (!button?.dataset.pause || !byItself.checked) return;
  waiting = setTimeout(() => {
    if (document.hidden || document.querySelector("dialog[open], [popover]:popover-open, #table details[open]") || window.speechSynthesis?.speaking) return goOnLater();
    if (button.isConnected) button.click();
  }, Number(button.dataset.pause));
}

function read() {
  if (!aloud.checked || !window.speechSynthesis) return;
  speechSynthesis.cancel();
  const alert = document.querySelector("#table [role=alert] p");
  const words = new SpeechSynthesisUtterance(`${alert ? alert.textContent : document.getElementById("told").textContent} ${document.getElementById("turn").textContent}.`);
  words.lang = "fr-FR";
  words.rate = .95;
  speechSynthesis.speak(words);
}

document.querySelector(".play-wishes").hidden = false;
wish(byItself, "by-itself", !calm.matches);
byItself.addEventListener("change", goOnLater);
if ("speechSynthesis" in window) {
  aloud.closest("label").hidden = false;
  wish(aloud, "aloud", false);
  aloud.addEventListener("change", () => aloud.checked ? read() : speechSynthesis.cancel());
}

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "preview") return; // something was ticked: nothing happened yet
  const ending = document.getElementById("ending-title");
  if (ending) { // who won, and what one can do now, however long the table above the last move was
    ending.focus({ preventScroll: true });
    ending.closest(".ending").scrollIntoView({ block: "start" });
    return read();
  }
  // what had the focus is gone (a card was laid): stay at the table, at whose turn it is
  if (document.activeElement === document.body) document.getElementById("turn").focus({ preventScroll: true });
  const turn = document.querySelector("#table .turn");
  // a table that has grown shorter must not leave one below it, where nothing is to be done
  const news = document.querySelector("#table :is([role=alert], .advice)") ?? (turn.getBoundingClientRect().top < 0 ? turn : null);
  news?.scrollIntoView({ block: "nearest" });
  read();
  goOnLater();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest(".story a[href^='#'], .ending a[href^='#']");
  const article = link && document.getElementById(link.hash.slice(1));
  if (!article) return;
  event.preventDefault();
  const dialog = document.getElementById("article");
  dialog.querySelector(".article-text").replaceChildren(...[...article.children].map((part) => part.cloneNode(true)));
  dialog.showModal();
});

document.addEventListener("keydown", (event) => {
  // Enter on a box sends a form; here it ticks the box, as Space does
  if (event.key !== "Enter" || !event.target.matches("#move [type=checkbox], #move [type=radio]")) return;
  event.preventDefault();
  event.target.click();
});

goOnLater();
