// Oùcédonc, extras: the place drawn can be dragged to its gap, and a number goes up and down without asking the server.
const REACH = 90; // how near a gap must be, in pixels
const EDGE = 70; // this near to the edge of the window, the page goes along
let dragged, from, over;

function nearest(x, y) {
  let best, least = REACH;
  for (const gap of document.querySelectorAll("#move .gap > button")) {
    const box = gap.getBoundingClientRect();
    const far = Math.hypot(x - box.left - box.width / 2, y - box.top - box.height / 2);
    if (far < least) [best, least] = [gap, far];
  }
  return best;
}

function show(gap) {
  over?.parentElement.classList.remove("over");
  over = gap;
  over?.parentElement.classList.add("over");
}

function drop() {
  dragged.classList.remove("dragged");
  dragged.removeAttribute("style"); // left empty, htmx would copy it, which the policy forbids
  dragged = undefined;
  show();
}

document.addEventListener("pointerdown", (event) => {
  const card = event.button === 0 && event.target.closest("#drawn");
  if (!card || !document.querySelector("#move .gap > button")) return;
  event.preventDefault();
  dragged = card;
  from = { x: event.pageX, y: event.pageY };
  card.setPointerCapture(event.pointerId);
  card.classList.add("dragged");
});

document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  if (!dragged.isConnected) return drop(); // the table has changed meanwhile
  const down = event.clientY - innerHeight + EDGE;
  if (down > 0) scrollBy(0, down / 4);
  else if (event.clientY < EDGE) scrollBy(0, (event.clientY - EDGE) / 4);
  dragged.style.translate = `${event.pageX - from.x}px ${event.pageY - from.y}px`;
  show(nearest(event.clientX, event.clientY));
});

document.addEventListener("pointerup", () => {
  if (!dragged) return;
  const gap = over;
  drop();
  if (gap?.isConnected) gap.click();
});

document.addEventListener("pointercancel", () => dragged && drop());

document.addEventListener("click", (event) => {
  const step = event.target.closest("#less, #more");
  const number = step && document.getElementById("number");
  if (!number) return;
  event.preventDefault();
  if (number.value === "") number.value = 0;
  else if (step.id === "more") number.stepUp();
  else number.stepDown();
});
