// Decides what the page prints: the learner's handout, or once the copy that was asked for, or the page itself while there is none.
const LONG = 1000; // milliseconds in which a browser that prints has begun to

export function render({ model, el }) {
  const main = document.querySelector("main");
  let copy = null;
  let view = null; // the region calls mark() before it is there

  // The handout of a lesson that was open before is not printed.
  function mark() {
    const made = view?.querySelector(".paper")?.dataset.about === String(model.about);
    if (copy ?? made) main.dataset.prints = copy ? "copy" : "handout";
    else delete main.dataset.prints;
  }
  view = palimpsest.region(model, el, mark);
  mark();
  model.on("about", () => queueMicrotask(mark));

  // The copy is in the page only as long as it is printed, because a teacher's holds the answers.
  function remove() {
    copy?.remove();
    copy = null;
    mark();
  }
  for (const name of ["afterprint", "pointerdown", "keydown"]) addEventListener(name, remove);

  model.on("msg:custom", ({ print: html }) => {
    remove();
    copy = Object.assign(document.createElement("div"), { className: "copy", innerHTML: html });
    view.after(copy);
    mark();
    let began = false;
    addEventListener("beforeprint", () => { began = true; }, { once: true });
    print();
    setTimeout(() => {
      if (began) return;
      remove();
      palimpsest.say(model.words.blocked);
    }, LONG);
  });
}
