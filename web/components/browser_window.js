const PAUSE = 250; // milliseconds between two changes of the address, because a browser refuses more than a few a second

// Whether a new setting keeps the moment is remembered for the next visit.
function remember(stay) {
  try {
    localStorage.setItem("palimpsest/stay", stay ? "1" : "0");
  } catch { /* it holds for this page */ }
}

export function render({ model }) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let seen = location.search; // without the fragment, whose change is no new address
  let moment = null; // a query that waits to be written
  let timer;
  let next = 0;
  let asked = 0; // number of the last visit; Python's answers to anything before it are not written to the address

  // An arrow key in a group of radio buttons chooses each value on its way. All choices in one group make only one entry of the history,
  // until the focus leaves the group.
  let group = null; // the group of radio buttons that made the newest entry
  const radio = (element) => (element?.type === "radio" ? element.name.replace(/^parameter-/, "") : null);
  document.addEventListener("focusin", ({ target }) => { if (radio(target) !== group) group = null; });
  function entry(query) {
    const [was, now] = [location.search, query].map((text) => new URLSearchParams(text));
    const name = radio(document.activeElement);
    const chosen = name && was.get(name) !== now.get(name) ? name : null;
    const how = chosen && chosen === group ? "replaceState" : "pushState";
    group = chosen;
    return how;
  }

  model.on("ready", () => model.send_msg({ theme: dark.matches ? "dark" : "light" }));
  dark.addEventListener("change", () => model.send_msg({ theme: dark.matches ? "dark" : "light" }));
  // Somebody may leave an entry of the history before its last moment is written. The page cannot write it then, so it keeps the
  // moment for when the entry is visited again.
  let here = history.state?.entry ?? 0; // numbers the entries
  const left = new Map(); // the query of each entry that was left too early
  addEventListener("popstate", ({ state }) => {
    if (moment !== null) left.set(here, moment);
    here = state?.entry ?? 0;
    if (location.search === seen) return;
    if (left.has(here)) write("replaceState", left.get(here));
    left.delete(here);
    seen = location.search;
    group = null;
    asked += 1;
    clearTimeout(timer);
    moment = null;
    model.send_msg({ query: location.search, number: asked });
    dispatchEvent(new CustomEvent("moves", { detail: "elsewhere" }));
  });
  addEventListener("hold", () => { // Python may never answer, so nothing waits for it any more
    asked = model.heard;
    settle();
  });

  function write(how, query) {
    const [was, now] = [location.search, query].map((text) => new URLSearchParams(text).get("file"));
    const address = `?${query}${was === now ? location.hash : ""}`; // a lesson in the fragment belongs to this file only
    remember(new URLSearchParams(query).get("stay") === "1");
    if (address !== location.search + location.hash) {
      if (how === "pushState") {
        here += 1;
        for (const entry of left.keys()) if (entry >= here) left.delete(entry); // a new entry takes the place of those after it
      }
      history[how]({ entry: here }, "", address);
    }
    seen = location.search;
  }
  function settle() {
    clearTimeout(timer);
    if (moment !== null) write("replaceState", moment);
    moment = null;
    next = performance.now() + PAUSE;
  }
  addEventListener("pagehide", settle);
  model.on("msg:custom", ({ query, push }) => queueMicrotask(() => {
    if (model.heard < asked) return;
    if (push) {
      settle(); // the last moment belongs to the entry that is left now
      return write(entry(query), query);
    }
    moment = query;
    clearTimeout(timer);
    const wait = next - performance.now();
    if (wait > 0) timer = setTimeout(settle, wait);
    else settle();
  }));
  model.on("title", () => { document.title = model.title; });
  model.on("said", () => palimpsest.say(model.said[1]));
}
