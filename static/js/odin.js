// Odin's hand: what still goes along with the cards chosen is marked at once, and the cards lie in the order one likes.
let gathered = [];

function gather() {
  // only what has just come moves
  const cards = [...document.querySelectorAll("#preview [data-card]")];
  for (const card of cards) card.classList.toggle("odin-new", !gathered.includes(card.dataset.card));
  gathered = cards.map((card) => card.dataset.card);
}

function mark() {
  const goes = document.getElementById("preview")?.dataset.goes;
  if (goes === undefined) return; // a lesson does not tell
  for (const card of document.querySelectorAll("#fan [data-card]")) {
    card.classList.toggle("odin-goes", goes.split(" ").includes(card.dataset.card));
  }
}

function arrange() {
  // the order the table came in is by colour, then by number, highest first
  const places = [...document.querySelectorAll("#fan li")];
  const cards = places.map((place) => place.firstElementChild);
  if (!cards.length) return;
  const byNumber = document.querySelector("#move [name=by][value=number]")?.checked;
  const colour = (card) => "BRPGNO".indexOf(card.dataset.card[1]);
  const number = (card) => -card.dataset.card[0];
  cards.sort((a, b) => byNumber ? number(a) - number(b) || colour(a) - colour(b) : colour(a) - colour(b) || number(a) - number(b));
  cards.forEach((card, at) => places[at].firstElementChild === card || places[at].replaceChildren(card));
}

function wished() {
  let by;
  try { by = sessionStorage.getItem("odin-by"); } catch { /* storage is closed */ }
  const wish = document.querySelector(`#move [name=by][value=${by === "number" ? "number" : "colour"}]`);
  if (!wish) return;
  wish.checked = true;
  arrange();
}

document.addEventListener("change", (event) => {
  if (!event.target.matches("#move [name=by]")) return;
  // a wish of this browser, not of the game; without storage it holds for one move
  try { sessionStorage.setItem("odin-by", event.target.value); } catch { /* storage is closed */ }
  arrange();
});

document.addEventListener("htmx:afterSwap", (event) => {
  gather();
  if (event.target.id === "preview") mark();
  else wished();
});

wished();
