// Connects the list of answers to the browser's storage. The list itself is Python's.
export function render({ model, el }) {
  const { ANSWER, answers: { keep, forget } } = palimpsest;
  let refused = false;
  const view = palimpsest.region(model, el, tell);

  function tell() {
    const hint = refused && view?.querySelector("[data-part=kept]");
    if (hint) hint.textContent = model.words.refused;
  }

  model.on("msg:custom", ({ keep: name, record, forget: lesson }) => {
    if (lesson) return forget(lesson);
    const before = refused;
    refused = !keep(name, record);
    if (refused && !before) palimpsest.say(model.words.refused);
    tell();
  });
  const outside = new AbortController();
  model.on("remove", () => outside.abort());
  addEventListener("storage", ({ key, newValue }) => {
    if (key?.startsWith(ANSWER)) model.send_msg({ kept: { [key.slice(ANSWER.length)]: newValue } });
  }, outside);
}
