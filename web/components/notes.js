// The notes of one lesson. What is stored is read again before each save: if another tab has written meanwhile,
// both texts are kept.
const EARLY = "palimpsest/notes/early";

export function render({ model, el }) {
  const view = palimpsest.region(model, el);
  const area = view.querySelector("textarea");
  const said = view.querySelector("[data-part=saved]");
  const key = () => `palimpsest/notes/${model.lesson}`;
  let base = ""; // the stored text that this tab last saw
  let kept = true;

  function stored() {
    try {
      return localStorage.getItem(key()) ?? "";
    } catch {
      kept = false;
      return base;
    }
  }

  function store(text) {
    try {
      if (text) localStorage.setItem(key(), text);
      else localStorage.removeItem(key());
      kept = true;
      base = text;
    } catch {
      kept = false;
    }
  }

  // What happened by itself is announced; that each letter is saved is only written.
  function say(word) {
    const sentence = kept ? model.words[word] : model.words.refused;
    if (sentence === said.textContent) return;
    said.textContent = sentence;
    if (!["saved", "empty"].includes(word) || !kept) palimpsest.say(sentence);
  }

  function put(text) {
    const { selectionStart, selectionEnd } = area;
    area.value = text;
    if (document.activeElement === area) area.setSelectionRange(selectionStart, selectionEnd);
  }

  // What was typed before this was here, on this page or on one that could not be put together, joins what is stored.
  function early() {
    let left = "";
    try {
      left = localStorage.getItem(EARLY) ?? "";
      localStorage.removeItem(EARLY);
    } catch {
      // it was not kept either
    }
    return [area.value, left].filter((text, k, all) => text && all.indexOf(text) === k);
  }

  function load(typed = []) {
    base = stored();
    const news = typed.filter((text) => !base.includes(text));
    put([base, ...news].filter(Boolean).join("\n\n"));
    if (news.length) store(area.value);
    say(area.value ? "saved" : "empty");
  }

  function save() {
    const theirs = stored();
    if (area.value === base && theirs === base) return;
    const clash = theirs !== base && theirs !== area.value;
    const both = area.value === base ? theirs : `${area.value}\n\n${model.words.divider}\n${theirs}`;
    if (clash) put(both);
    store(area.value);
    say(clash ? "merged" : area.value ? "saved" : "empty");
  }

  load(early());
  area.addEventListener("input", save);
  addEventListener("pagehide", save);
  addEventListener("storage", (event) => {
    if (event.key !== key() && event.key !== null) return;
    if (area.value !== base) return save();
    base = stored();
    put(base);
    say("adopted");
  });
  let lesson = model.lesson;
  model.on("lesson", () => {
    const opened = model.lesson;
    if (opened === lesson) return;
    lesson = opened;
    load();
  });
  view.addEventListener("click", (event) => {
    if (event.target.closest("button")?.dataset.part !== "export") return;
    const name = `${model.lesson}-notes.txt`;
    palimpsest.download(name, `${model.title}\n\n${area.value}\n\n${model.statement}\n`, "text/plain");
    palimpsest.say(model.words.exported.replace("{name}", name));
  });
}
