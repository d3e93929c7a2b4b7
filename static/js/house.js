// When an answer to a part of a page does not come, say so: htmx itself stays silent.
document.addEventListener("htmx:sendError", () => tell("La ludothèque ne répond pas : vérifiez la connexion, puis recommencez."));
document.addEventListener("htmx:timeout", () => tell("La ludothèque tarde à répondre : attendez un instant, puis recommencez."));
document.addEventListener("htmx:responseError", () => tell("La ludothèque n’a pas pu répondre. Rechargez la page, regardez où vous en êtes, puis recommencez."));
document.addEventListener("htmx:afterRequest", (event) => event.detail.successful && document.getElementById("silence")?.remove());

function tell(text) {
  if (document.body.classList.contains("at-desk")) return; // the desk answers in its own place
  document.getElementById("silence")?.remove();
  const line = document.createElement("p");
  line.id = "silence";
  line.className = "msg msg-no";
  line.setAttribute("role", "alert");
  document.getElementById("messages").append(line);
  line.textContent = text;
  line.scrollIntoView({ block: "nearest" });
}

// Whoever goes back before the scripts of a page are there has its address changed and nothing else: ask for the page
// of that address, once. The step of the history remembers that it asked, also over the answer.
document.addEventListener("DOMContentLoaded", () => {
  const { again, ...state } = history.state ?? {};
  const asked = location.search.slice(1);
  const stale = (document.body.dataset.query ?? asked) !== asked; // a page of errors does not say for what
  if (again || stale) history.replaceState(stale ? { ...state, again: true } : state, "");
  if (stale && !again) location.reload();
});

// At the counter the rooms of the staff are one long line on a phone: begin where one is.
const room = document.querySelector(".desk-tabs [aria-current]");
if (room) room.parentElement.parentElement.scrollLeft = room.offsetLeft - room.parentElement.parentElement.offsetLeft - 48;

// What needs a script shows itself only where there is one: copying an address, printing the page.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue; // not over plain http
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      say("Lien copié");
    } catch {
      say("Copie refusée par le navigateur");
    }
    function say(text) {
      button.querySelector("span").textContent = text;
      document.getElementById("copied").textContent = text;
    }
  });
}
