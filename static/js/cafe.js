// Extras of the café: arrows go from chair to chair; from move to move a corner looked at closely stays so, and so do the chair used last and what was in sight.
const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
let corner, pressed, lay;

function enter(chair) {
  // one chair is reached by Tab, the others from there
  for (const other of document.querySelectorAll(".cafe-chairs .chair")) other.tabIndex = other === chair ? 0 : -1;
}

function ready() {
  const reached = document.querySelector(".cafe-chairs .chair:focus, .cafe-chairs .chair:not([tabindex='-1'])");
  if (reached) enter(reached);
}

document.addEventListener("keydown", (event) => {
  const way = ways[event.key];
  const here = way && event.target.closest(".cafe-chairs .chair");
  if (!here) return;
  event.preventDefault();
  const middle = (chair) => { const box = chair.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = middle(here);
  let next, least = Infinity;
  for (const chair of here.parentElement.children) {
    const [cx, cy] = middle(chair);
    const along = (cx - x) * way[0] + (cy - y) * way[1];
    const aside = Math.abs((cx - x) * way[1]) + Math.abs((cy - y) * way[0]);
    if (along > 1 && along + 2 * aside < least) [next, least] = [chair, along + 2 * aside];
  }
  if (!next) return;
  enter(next);
  next.focus();
});

document.addEventListener("change", (event) => {
  if (event.target.name === "zoom") corner = event.target.value;
});

document.addEventListener("click", (event) => {
  const chair = event.target.closest(".cafe-chairs .chair");
  if (chair) pressed = chair.id;
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "preview") return;
  const box = document.querySelector(".cafe")?.getBoundingClientRect();
  lay = box && box.bottom > 0 && box.top < innerHeight ? box.top : undefined;
});

function stay() {
  // what asks for an answer or ends something is scrolled to instead
  if (document.querySelector(".which, .advice, #next, .ending, #hints:not(#verdict ~ #hints)")) return;
  const room = document.querySelector(".cafe");
  if (room && lay !== undefined) scrollBy({ top: room.getBoundingClientRect().top - lay, behavior: "instant" });
  const chair = pressed && document.getElementById(pressed);
  if (!chair || !document.activeElement?.matches("body, #turn, #ask")) return; // the focus is somewhere by choice
  enter(chair);
  chair.focus({ preventScroll: true });
}

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "preview") return;
  ready();
  stay();
  const asked = corner && document.querySelector(`.zooms [value="${corner}"]`);
  if (asked) asked.checked = true;
});

ready();
