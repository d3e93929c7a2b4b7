// A link with data-dialog opens the native dialog of that id instead of following its href to the confirm page.
document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  const dialog = opener && document.getElementById(opener.dataset.dialog);
  if (dialog && typeof dialog.showModal === "function") {
    event.preventDefault();
    dialog.showModal();
  }
});
