// Keeps a learner's notes when another lesson is opened, when another tab writes, and when the browser stores nothing.
//
// The notes of all lessons stay in the page's memory. Each change is also written to `localStorage`, which keeps it even if the page
// ends at once. But `localStorage` is not enough for two tabs, because one may read what the other wrote a moment late. So the tabs
// use the database in turn: each reads what the others wrote, merges its own changes, and writes the result.
import { within } from "./database.js";
import { merge } from "./merge-texts.js";

const STORED = "palimpsest/note/";
const OF_0_1_0 = "palimpsest/notes/"; // followed by the lesson's id; 0.1.0 did not distinguish files from bundled lessons
const TYPED_EARLY = ["palimpsest/typed-early", `${OF_0_1_0}early`]; // typed before this module was loaded

const known = new Map(); // every note that this page has opened, by its name

function item(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function record(name) {
  try {
    const { title, text, base } = JSON.parse(item(name));
    return { title: String(title), text: String(text), base: String(base) };
  } catch {
    return null;
  }
}

class Note {
  kept = true;
  changed = () => {}; // called with "saved", "adopted" or "merged", and a function that maps old places in the text to new ones
  #base; // the text that this tab last saw in the database
  #told; // the text that was in the database when this tab last told the others
  #meeting = null;
  #again = false;

  constructor(name) {
    this.name = name;
    const { text, base } = record(name) ?? { text: "", base: "" };
    this.text = text;
    this.#base = base;
    this.#told = base;
  }

  save() {
    this.#store();
    this.changed("saved");
    this.meet();
  }

  // Brings in what another tab wrote.
  meet() {
    if (!this.kept) return;
    this.#again = true;
    this.#meeting ??= this.#meet();
  }

  async #meet() {
    while (this.#again) {
      this.#again = false;
      let put = null;
      try {
        await within("notes", async (store) => {
          this.#take((await store.get(this.name)) ?? this.#base);
          put = this.text;
          await store.put(this.name, put);
        });
        this.#base = put;
      } catch {
        if (put === null) this.#take(record(this.name)?.text ?? this.#base); // without a database, localStorage has to do
      }
      // A letter is stored before it is in the database, so another tab that heard of it may have looked too early. It is told
      // again once the letter is there.
      if (this.#base !== this.#told && !this.#again) this.#store();
    }
    this.#meeting = null;
  }

  #take(theirs) {
    const mine = this.text;
    const { text, clash, moved } = merge(this.#base, mine, theirs, this.divider);
    this.text = text;
    this.#base = theirs;
    if (text !== mine) this.changed(clash ? "merged" : "adopted", moved);
  }

  #store() {
    const value = JSON.stringify({ title: this.title, text: this.text, base: this.#base });
    try {
      if (item(this.name) !== value) localStorage.setItem(this.name, value);
      this.#told = this.#base;
      this.kept = true;
    } catch {
      this.kept = false;
    }
  }
}

// Opens the note of a lesson. `typed` is the text that is already in the page's text area.
export function open(key, { id, title, typed = "", divider }) {
  const name = STORED + key;
  const note = known.get(name) ?? new Note(name);
  known.set(name, note);
  Object.assign(note, { title, divider });
  const older = [OF_0_1_0 + id, ...TYPED_EARLY];
  const texts = [typed, ...older.map(item)];
  const news = texts.filter((text, k) => text && !note.text.includes(text) && texts.indexOf(text) === k);
  note.text = [note.text, ...news].filter(Boolean).join("\n\n");
  note.save();
  try {
    if (note.kept) older.forEach((former) => localStorage.removeItem(former));
  } catch {
    note.kept = false;
  }
  return note;
}

// Every note of this page and of this browser that is not empty, with the key of its lesson. The open one comes first.
export function all(opened) {
  const found = new Map([[opened.name, opened], ...known]);
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(OF_0_1_0)) found.set(name, { title: name.slice(OF_0_1_0.length), text: item(name) });
      else if (name.startsWith(STORED) && !found.has(name)) found.set(name, record(name));
    }
  } catch {
    // without storage, all notes are in the page's memory
  }
  return [...found].filter(([, note]) => note?.text.trim())
    .map(([name, { title, text }]) => ({ key: name.slice((name.startsWith(STORED) ? STORED : OF_0_1_0).length), title, text }));
}
