// Extras of the page of pictures: files dropped anywhere on it, and a photo that is sent once it is taken.
// Without this file one chooses files and presses the button.
"use strict";

(() => {
  const form = document.querySelector("[data-upload]");
  if (!form) return;
  const [files, shot] = form.querySelectorAll("input[type=file]");
  const carries = (event) => event.dataTransfer?.types.includes("Files");

  for (const name of ["dragenter", "dragover"]) {
    addEventListener(name, (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      form.classList.add("over");
    });
  }
  addEventListener("dragleave", (event) => event.relatedTarget || form.classList.remove("over"));
  addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    form.classList.remove("over");
    files.files = event.dataTransfer.files;
    form.requestSubmit();
  });
  shot.addEventListener("change", () => shot.files.length && form.requestSubmit());
})();
