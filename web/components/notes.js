// Connects the notes of the open lesson to their text area. Python never sees what is written there.
export function render({ model, el }) {
  const { all, open } = palimpsest.notes;
  const view = palimpsest.region(model, el, () => {
    el.getRootNode().host.parentElement.querySelector("[data-part=export]").disabled = false; // from now on this module answers the button
  });
  const area = view.querySelector("textarea");
  const said = view.querySelector("[data-part=saved]");
  const printed = view.querySelector("[data-part=printed]");
  let note;
  let composing = false; // an input method that combines several keys fails if the text changes meanwhile

  // Only news that the person did not cause is announced. An announcement for each saved letter would disturb the writing.
  function say(outcome) {
    const word = !note.kept ? "refused" : outcome === "saved" && !note.text ? "empty" : outcome;
    const sentence = model.words[word];
    const news = word === "merged" || (["adopted", "refused"].includes(word) && sentence !== said.textContent);
    if (news) palimpsest.say(sentence);
    said.textContent = sentence;
  }

  function show(moved = (place) => place) {
    if (area.value !== note.text) {
      const places = [moved(area.selectionStart), moved(area.selectionEnd)];
      area.value = note.text;
      if (document.activeElement === area) area.setSelectionRange(...places);
    }
    printed.textContent = note.text;
  }

  function save() {
    note.text = area.value;
    printed.textContent = note.text;
    if (!composing) note.save();
  }

  function turn(typed) {
    if (note) note.changed = () => {};
    note = open(model.key, { id: model.lesson, title: model.title, typed, divider: model.words.divider });
    show();
    say("saved");
    note.changed = (outcome, moved) => {
      show(moved);
      say(outcome);
    };
  }

  turn(area.value);
  area.addEventListener("input", save);
  area.addEventListener("compositionstart", () => { composing = true; });
  area.addEventListener("compositionend", () => {
    composing = false;
    save();
  });
  const outside = new AbortController();
  model.on("remove", () => outside.abort());
  addEventListener("storage", (event) => event.key === note.name && !composing && note.meet(), outside);
  let key = model.key;
  model.on("key", () => queueMicrotask(() => { // later, because the same patch also brings the title
    if (key === model.key) return;
    key = model.key;
    turn("");
  }));
  // The notes of each lesson, with the answers below them. The open lesson comes first.
  function withAnswers() {
    const answered = palimpsest.answers.lines();
    const noted = all(note).map((one) => ({ ...one, lines: answered.get(one.key)?.lines }));
    for (const [key, { title, lines }] of answered) if (!noted.some((one) => one.key === key)) noted.push({ key, title, text: "", lines });
    noted.sort((one, other) => (other.key === model.key) - (one.key === model.key));
    const told = (lines) => (lines ? [`${model.words.answers}:`, ...lines].join("\n") : "");
    return noted.map(({ title, text, lines }) => ({ title, text: [text, told(lines)].filter(Boolean).join("\n\n") }));
  }

  view.addEventListener("click", (event) => {
    if (event.target.closest("button")?.dataset.part !== "export") return;
    const noted = withAnswers();
    const parts = noted.map(({ title, text }) => `${title}\n\n${text}\n\n`).join("") || `${model.title}\n\n`;
    const others = noted.some(({ title }) => title !== model.title);
    palimpsest.download(`${model.lesson}-notes.txt`, `${parts}${model.statement}\n`, "text/plain", model.words[others ? "exported_all" : "exported"]);
  });
}
