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
