"use strict";
// Comfort only: all that the page tells is there without this.
const large = document.createElement("dialog");
document.body.append(large);
document.documentElement.classList.add("comfort");
document.addEventListener("click", (event) => {
  if (large.open) {
    large.close();
  } else if (event.target.matches("figure img")) {
    large.replaceChildren(event.target.cloneNode());
    large.showModal();
  }
});
document.addEventListener("keydown", (event) => {
  const way = { n: 1, p: -1 }[event.key];
  if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
  const shown = (step) => step.getClientRects().length > 0;
  const faulty = [...document.querySelectorAll(".step.faulty")].filter(shown);
  const here = (step) => Math.round(step.getBoundingClientRect().top);
  const ahead = faulty.filter((step) => way * (here(step) - 14) > 4);
  const next = way > 0 ? ahead[0] : ahead.at(-1);
  if (next) next.scrollIntoView({ block: "start" });
});
