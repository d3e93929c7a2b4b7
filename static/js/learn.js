// Extras of lessons and quiz: reading aloud on demand, the focus where one goes on, the verdict within sight.
const listen = document.getElementById("listen");

function aloud() {
  return listen?.getAttribute("aria-pressed") === "true";
}

function read() {
  if (!aloud()) return;
  speechSynthesis.cancel();
  const part = document.querySelector("#verdict, #hints") ?? document.getElementById("bubble");
  const text = [...(part ?? document.getElementById("step")).querySelectorAll("p, li")].filter((line) => line.checkVisibility()).map((line) => line.textContent.trim()).join(". ");
  const words = new SpeechSynthesisUtterance(text);
  words.lang = "fr-FR";
  words.rate = .95;
  speechSynthesis.speak(words);
}

function keep(on) {
  // a wish of this browser, not of the lesson; without storage it is asked again
  try { sessionStorage.setItem("aloud", String(on)); } catch { /* storage is closed */ }
}

if (listen && "speechSynthesis" in window) {
  listen.hidden = false;
  try { listen.setAttribute("aria-pressed", String(sessionStorage.getItem("aloud") === "true")); } catch { /* storage is closed */ }
  listen.addEventListener("click", () => {
    const on = !aloud();
    listen.setAttribute("aria-pressed", String(on));
    keep(on);
    if (on) read(); else speechSynthesis.cancel();
  });
}

document.addEventListener("keydown", (event) => {
  // Enter on a box sends a form; here it ticks the box, as Space does
  if (event.key !== "Enter" || !event.target.matches("#move [type=checkbox], #move [type=radio]")) return;
  event.preventDefault();
  event.target.click();
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "preview") return; // something was ticked: nothing happened yet
  // what had the focus is gone: go on where it goes on
  if (document.activeElement === document.body) {
    (document.getElementById("next") ?? document.getElementById("ask"))?.focus({ preventScroll: true });
  }
  document.querySelector("#verdict, #hints, .which, .advice")?.scrollIntoView({ block: "nearest" });
  read();
});
