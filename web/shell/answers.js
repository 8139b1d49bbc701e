// Keeps what was answered at the questions of every lesson's guide. Each answer is an item of its own in `localStorage`, so that two
// tabs lose none of each other's. Its name is the lesson's key and the step's number, its value a record: `chosen` (null: skipped), the
// lesson's `title`, and the answer in a `line` for the text of the notes.

const { ANSWER } = palimpsest; // from boot.js, which reads the answers before this module is there

const unstored = new Map(); // what the browser refused to store, by name; it lasts as long as the page

// Every answer as JSON text by its name.
export const all = () => ({ ...palimpsest.answered(), ...Object.fromEntries(unstored) });

// Returns whether the browser keeps it after this page is closed.
export function keep(name, record) {
  const text = JSON.stringify(record);
  try {
    localStorage.setItem(ANSWER + name, text);
    unstored.delete(name);
    return true;
  } catch {
    unstored.set(name, text);
    return false;
  }
}

// Forgets all answers of a lesson.
export function forget(lesson) {
  for (const name of Object.keys(all()).filter((name) => lessonOf(name) === lesson)) {
    unstored.delete(name);
    try {
      localStorage.removeItem(ANSWER + name);
    } catch { /* nothing was stored */ }
  }
}

// The lines of each lesson's answers in the order of its steps, and its title, by the lesson's key.
export function lines() {
  const found = new Map();
  const number = (name) => Number(name.split("/").at(-1));
  for (const [name, text] of Object.entries(all()).sort(([one], [other]) => number(one) - number(other))) {
    try {
      const { title, line } = JSON.parse(text);
      const lesson = found.get(lessonOf(name)) ?? { title: String(title), lines: [] };
      lesson.lines.push(String(line));
      found.set(lessonOf(name), lesson);
    } catch { /* something else stands there */ }
  }
  return found;
}

const lessonOf = (name) => name.slice(0, name.lastIndexOf("/"));
