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
