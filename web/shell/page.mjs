// What the page does by itself: the live region, downloads, the playhead in the chart, the keys, the help, expanding.

const reach = (id) => document.getElementById(id);

export function say(sentence) {
  const status = reach("status");
  status.textContent = "";
  requestAnimationFrame(() => { status.textContent = sentence; }); // so that the same sentence is spoken twice
}

export function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const marks = [["playhead-context", "location"], ["playhead-lives", "location"], ["future-context", "left"], ["future-lives", "left"]];

export function playhead(seconds) {
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

export function helpAndKeys(keys, words) {
  const experiment = reach("experiment");
  const help = reach("help");
  const single = reach("single-keys");
  const expanded = expanding(words);
  const actions = Object.fromEntries(keys.filter((key) => key.place === "experiment").flatMap((key) => key.keys.map((name) => [name, key.action])));
  try {
    single.checked = localStorage.getItem("palimpsest/single-keys") !== "off";
  } catch { /* without storage the keys are on */ }
  single.addEventListener("change", () => {
    try {
      localStorage.setItem("palimpsest/single-keys", single.checked ? "on" : "off");
    } catch { /* it holds for this page */ }
  });
  for (const opener of document.querySelectorAll("[data-opens=help]")) opener.addEventListener("click", () => help.showModal());

  document.addEventListener("keydown", (event) => {
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || help.open) return;
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
