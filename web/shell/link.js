// Pointing at a turn, a summary or a fact, or focusing it, marks it everywhere: rows, blocks and lanes, and everything that is
// about it. Ids stand in `data-id`, and in `data-of` what else a row is about. A style rule marks them, so that no
// panel that is written meanwhile takes the marks away.
const [rules, pointing] = [new CSSStyleSheet(), new CSSStyleSheet()];
document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules, pointing];
let marked = "";

function mark(id) {
  if (id === marked) return;
  marked = id;
  const name = CSS.escape(id);
  const style = "outline: 3px solid var(--violet); outline-offset: -3px;";
  rules.replaceSync(id ? `@media screen { [data-id="${name}"], [data-of~="${name}"] { ${style} } }` : "");
  for (const source of ["turns", "summaries", "lives"]) select(`data-${source}`, id);
}

// In the picture everything else turns pale.
function select(source, id) {
  const model = globalThis.Bokeh?.documents.at(-1)?.get_model_by_name(source);
  if (!model) return;
  const indices = (model.data.id ?? []).flatMap((name, index) => (id && name === id ? [index] : []));
  model.selected.setv({ indices }, { sync: false });
}

// The panel at which the guide's step points is marked, and comes into view where the panels scroll inside the window.
const PANELS = { picture: ".chart", compare: "#slot-comparison", window: "#slot-prompts" };
let pointed = "";
function point() {
  const guide = document.querySelector("#slot-guide .guide");
  const { step = "", panel = "", look = "" } = guide?.dataset ?? {};
  const now = [step, panel, look, asks(guide)].join(" ");
  if (pointed === now) return;
  pointed = now;
  cover();
  if (look) requestAnimationFrame(() => requestAnimationFrame(() => seek(panel, look)));
  const place = PANELS[panel] ?? `#slot-${panel}`;
  pointing.replaceSync(panel ? `@media screen { ${place} { outline: 2px dashed var(--accent); outline-offset: 2px; } }` : "");
  const within = panel && document.querySelector(`.more ${place}`);
  const more = document.querySelector(".more");
  if (within) more.scrollTop = within.offsetTop - more.offsetTop;
}

const asks = (guide) => Boolean(guide?.matches("[data-asks]"));

// What comes later would tell the answer to an open question. In the picture its veil hides it, elsewhere a style rule. The picture
// may be embedded after the question was shown.
export function cover() {
  const whole = asks(document.querySelector("#slot-guide .guide"));
  for (const name of ["future-context", "future-lives"]) {
    globalThis.Bokeh?.documents.at(-1)?.get_model_by_name(name)?.setv({ fill_alpha: whole ? 1 : 0.62, line_alpha: whole ? 1 : 0 }, { sync: false });
  }
}

// Brings the row that a step is about into view, where its list scrolls inside itself.
function seek(panel, look) {
  const row = look && document.querySelector(`#slot-${panel} :is(li, .fact)[data-id="${CSS.escape(look)}"]`);
  let list = row?.parentElement;
  while (list && !/auto|scroll/.test(getComputedStyle(list).overflowY)) list = list.parentElement;
  if (!list || list === document.documentElement || list === document.body) return;
  list.scrollTop += row.getBoundingClientRect().top - list.getBoundingClientRect().top - 4;
}

const idOf = (element) => element?.closest?.("#experiment [data-id]")?.dataset.id ?? "";

// Arrow keys lead through the rows of a list that has the focus.
function step(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const list = event.target.closest?.("#experiment :is(.held, .transcript ol, .evidence)");
  if (!by || !list || event.target.matches("button, input, select, a")) return;
  const rows = [...list.querySelectorAll(":scope > [data-id], :scope > .items > [data-id]")];
  const now = rows.indexOf(document.activeElement);
  const next = rows[now < 0 ? (by > 0 ? 0 : rows.length - 1) : now + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export function link() {
  document.addEventListener("pointerover", (event) => mark(idOf(event.target) || idOf(document.activeElement)));
  document.addEventListener("focusin", (event) => mark(idOf(event.target)));
  document.addEventListener("focusout", () => mark(""));
  document.addEventListener("keydown", step);
  new MutationObserver(point).observe(document.getElementById("slot-guide"), { subtree: true, childList: true, attributeFilter: ["data-step", "data-panel", "data-look", "data-asks"] });
  point();
}
