// Extras of the café: arrows go from chair to chair, and a corner looked at closely stays so from move to move.
const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
let corner;

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

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id === "preview") return;
  ready();
  const asked = corner && document.querySelector(`.zooms [value="${corner}"]`);
  if (asked) asked.checked = true;
});

ready();
