// Says what is wrong and what to do when the page's modules do not run at all, because then no module can say it. This script is no
// module, is part of the page itself and loads nothing, so it always runs.
(() => {
  const PATIENCE = 8000; // milliseconds that the first module has to begin
  const ANSWER = 1500; // milliseconds that the server then has to answer
  const { words } = JSON.parse(document.getElementById("boot-data").textContent);
  const part = (id) => document.getElementById(id);

  // A place in which no page can run, whatever the server sends: a file, or a frame whose sandbox forbids an origin.
  const place = location.protocol === "file:" ? words.file : self.origin === "null" ? words.sandboxed : null;
  const failed = (why) => words.failed.replace("{why}", why);

  function fail(sentence) {
    const boot = part("boot");
    if (boot.dataset.stage === "failed") return;
    boot.dataset.stage = "failed";
    part("boot-news").textContent = "";
    boot.setAttribute("role", "alert"); // set before the words, or a screen reader would not speak them
    part("boot-words").textContent = sentence;
    Object.assign(part("again"), { textContent: words.again, hidden: Boolean(place), onclick: () => location.reload() });
    rest();
    if (self === top) return;
    const link = part("alone").querySelector("a");
    link.href = link.textContent = location.href;
    part("alone").hidden = false;
  }

  // Disables the controls that need Python's answer while there is no Python.
  function rest() {
    for (const control of document.querySelectorAll("main :is(button, input, select, fieldset)")) {
      if (!control.closest("[data-own], .boot, .notes")) control.disabled = true;
    }
  }

  // What the server says that explains why a file does not run, if anything; `silent` gets the file's name where it says nothing.
  async function reason(address, silent) {
    const file = address.split("/").pop();
    const silence = new Promise((done) => setTimeout(done, ANSWER, "silent"));
    const answer = await Promise.race([fetch(address).catch(() => null), silence]);
    if (answer === "silent") return void silent.push(file);
    if (!answer || !answer.ok) return failed(words.missing.replace("{file}", answer ? `${file} (${answer.status})` : file));
    const type = (answer.headers.get("content-type") || "").split(";")[0];
    if (/^(text|application)\/(x-)?(java|ecma)script$/i.test(type)) return null;
    return failed(words.mistyped.replace("{file}", file).replace("{type}", type));
  }

  async function explain() {
    begun();
    if (document.readyState === "loading") await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
    if (place) return fail(place);
    const parts = [...document.querySelectorAll("script[type=module], link[rel=modulepreload]")];
    const silent = []; // a busy server may be late with all of them, so all are named, and only where none has a fault
    const reasons = await Promise.all(parts.map((element) => reason(element.src || element.href, silent)));
    const found = reasons.find(Boolean);
    if (found || !silent.length) return fail(found || failed(words.old));
    fail(failed(words.silent.replace("{file}", silent.join(", "))));
  }

  const late = setTimeout(explain, PATIENCE);
  const broken = (event) => event.target.type === "module" && explain();
  addEventListener("error", broken, true);

  function begun() {
    clearTimeout(late);
    removeEventListener("error", broken, true);
  }

  globalThis.palimpsest = { begun, fail, rest, place };
})();
