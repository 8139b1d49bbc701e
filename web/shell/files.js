// Keeps the files that a person opened, so that a reload, Back or a new Python finds them again. The page keeps them, and so does the
// browser's database if there is one. A small lesson may also be in the address itself.
import { within } from "./database.js";
import { carried } from "./lesson-link.js";

const MOST = 10; // files; older ones are removed from the database

const opened = new Map(); // by the digest that names their content

// Returns whether the browser's database keeps the file. The page keeps it in any case.
export async function keep(name, file) {
  opened.set(name, file);
  try {
    await within("files", async ({ put, sorted, remove }) => {
      await put(name, { file, at: Date.now() });
      await Promise.all((await sorted("at")).slice(0, -MOST).map(remove));
    });
    return true;
  } catch {
    return false;
  }
}

// Returns the file, or null. Throws an Error if the address carries a file that cannot be read.
export async function find(name) {
  const kept = opened.get(name) ?? (await within("files", ({ get }) => get(name)).catch(() => null))?.file;
  return kept ?? carried();
}
