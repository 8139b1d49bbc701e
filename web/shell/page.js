// The parts of the page that work without Python: the live region, saving and copying, printing, the playhead in the chart, the keys,
// the help and the expanded view.

const reach = (id) => document.getElementById(id);

let latest = "";
let saying = false;

// A screen reader speaks the same sentence a second time only if the region was empty in between, so the empty region is drawn first.
export function say(sentence) {
  latest = sentence;
  reach("status").textContent = "";
  if (saying) return;
  saying = true;
  requestAnimationFrame(() => requestAnimationFrame(() => {
    saying = false;
    reach("status").textContent = latest;
  }));
}

// Whether a file can be saved here. No browser tells a page that the frame around it forbids downloads. Only a frame of the same origin
// can be read.
function saving() {
  try {
    if (frameElement) return frameElement.sandbox.length && !frameElement.sandbox.contains("allow-downloads") ? "forbidden" : "yes";
  } catch {
    return "unknown";
  }
  return self !== top || origin === "null" ? "unknown" : "yes";
}

export function download(name, text, type, sentence) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  const words = reach("copy").dataset;
  const told = { yes: sentence, unknown: words.asked, forbidden: words.forbidden }[saving()].replace("{name}", name);
  if (told === sentence.replace("{name}", name)) say(told);
  else offer(text, told);
}

const SHOWN = 200_000; // characters; showing more would block the page for a while. All of the text is copied in any case.

function offer(text, told, copied) {
  const dialog = reach("copy");
  const area = dialog.querySelector("textarea");
  reach("copy-told").textContent = told;
  reach("copy-done").textContent = "";
  area.value = text.slice(0, SHOWN);
  dialog.querySelector("button").onclick = async () => {
    const done = await navigator.clipboard.writeText(text).then(() => true, () => false);
    reach("copy-done").textContent = done ? copied ?? dialog.dataset.copied : dialog.dataset.refused;
    if (!done) area.select();
  };
  if (!dialog.open) show(dialog);
}

// Focuses the heading here and not with `autofocus`, because browsers report an error for that attribute in a frame of another origin.
function show(dialog) {
  document.querySelector("dialog[open]")?.close();
  dialog.showModal();
  dialog.querySelector("h2").focus();
}

// Copies the text at once if the browser allows it. Otherwise a dialog shows the text.
export async function copy(text, told, copied) {
  try {
    await navigator.clipboard.writeText(text);
    say(copied);
  } catch {
    offer(text, told, copied);
  }
}

// Paper cannot be unfolded, so everything is unfolded before printing.
const folded = [];
addEventListener("beforeprint", () => {
  folded.push(...document.querySelectorAll("details:not([open])"));
  for (const details of folded) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of folded.splice(0)) details.open = false;
});

// Says that something takes longer, and shows a progress bar until the returned function is called.
export function waits(sentence) {
  say(sentence);
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", sentence);
  reach("status").after(bar);
  return () => bar.remove();
}

const marks = [["playhead-context", "location"], ["playhead-lives", "location"], ["future-context", "left"], ["future-lives", "left"]];

let chart = false; // whether the chart is in sight
new IntersectionObserver((entries) => { chart = entries.at(-1).isIntersecting; }).observe(document.querySelector(".chart"));

export function playhead(seconds, playing = false) {
  document.getElementById("slot-space").style.setProperty("--seconds", seconds);
  if (playing && !chart) return;
  const shown = globalThis.Bokeh?.documents.at(-1);
  for (const [name, property] of marks) {
    shown?.get_model_by_name(name)?.setv({ [property]: seconds }, { sync: false });
  }
}

function expanding(words) {
  const experiment = reach("experiment");
  const button = reach("expand");
  const rest = () => [...document.querySelectorAll("body > :not(main):not(dialog):not(script), main > :not(#experiment, #slot-notice)")];
  const set = (on) => {
    experiment.classList.toggle("expanded", on);
    button.textContent = on ? words.collapse : words.expand;
    for (const element of rest()) element.inert = on;
    if (!on) experiment.scrollIntoView({ block: "nearest" });
    dispatchEvent(new Event("resize"));
  };
  button.addEventListener("click", () => set(!experiment.classList.contains("expanded")));
  return { is: () => experiment.classList.contains("expanded"), leave: () => set(false) };
}

// A link to a moment of a lesson needs no new page once Python is here. The address is followed as if somebody had gone back to it.
function follow(event) {
  const link = event.target.closest("[data-leads]");
  if (!link || reach("boot").dataset.stage !== "ready" || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  reach("levers").close();
  history.pushState(null, "", link.href);
  dispatchEvent(new PopStateEvent("popstate", { state: null }));
  reach("experiment").focus();
}

export function helpAndKeys(keys, words) {
  const experiment = reach("experiment");
  const single = reach("single-keys");
  const expanded = expanding(words);
  const actions = Object.fromEntries(keys.filter((key) => key.place === "experiment").flatMap((key) => key.keys.map((name) => [name, key.action])));
  try {
    single.checked = localStorage.getItem("palimpsest/single-keys") !== "off";
  } catch { /* without storage the keys are on */ }
  single.addEventListener("change", () => {
    try {
      localStorage.setItem("palimpsest/single-keys", single.checked ? "on" : "off");
    } catch { /* without storage the choice lasts until the page is closed */ }
  });
  for (const opener of document.querySelectorAll("[data-opens]")) opener.addEventListener("click", () => show(reach(opener.dataset.opens)));
  reach("levers").addEventListener("click", (event) => follow(event));

  document.addEventListener("keydown", (event) => {
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (action === "collapse") {
      if (expanded.is()) {
        expanded.leave();
        reach("expand").focus();
      }
      return;
    }
    const writes = event.target.matches("textarea, select, input:not([type=radio], [type=range], [type=checkbox])");
    if (!single.checked || writes || !experiment.contains(event.target)) return;
    const control = document.querySelector(`[data-key-action="${action}"]`);
    if (control && !control.disabled) {
      event.preventDefault();
      control.click();
    }
  });
}
