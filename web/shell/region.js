// Shows Python's HTML in the page's own tree and not in a shadow root. So there is one style sheet and one reading order, ids work
// across panels, and the panel that the build rendered is kept. Only the differences are changed, so that focus, selection, scroll
// position and an open <details> stay as the person left them.

export function region(model, el, shown = () => {}) {
  const host = el.getRootNode().host;
  const view = host.parentElement.querySelector(":scope > .view") ?? Object.assign(document.createElement("div"), { className: "view" });
  el.append(document.createElement("slot"));
  host.append(view);

  // A control keeps the value that a person chose until Python has answered that choice. An answer to an older choice does not undo it.
  let sent = 0;
  let pressed = []; // each with the number of its message
  const open = () => pressed.filter(({ number }) => number > model.heard);
  const keep = () => {
    pressed = open();
    for (const { control, name, value } of pressed) {
      if (!control.isConnected || control.name !== name) continue;
      if (control.type !== "radio") control.value = value;
      else if (control.value === value) control.checked = true;
    }
  };

  const show = () => {
    const held = view.contains(document.activeElement) ? document.activeElement : null;
    const next = view.cloneNode(false);
    next.innerHTML = model.html;
    morphdom(view, next, {
      onBeforeElUpdated(from, to) {
        if (from.tagName === "DETAILS") to.open = from.open;
        if (from.matches("input[type=checkbox], input[type=radio]") && from.checked !== to.checked) return true;
        return !from.isEqualNode(to);
      },
    });
    if (held && !held.isConnected) (view.querySelector("button:enabled") ?? document.querySelector("main select")).focus();
    for (const list of view.querySelectorAll("[data-follow]")) follow(list);
    keep();
    shown();
  };
  show();
  model.on("html", () => queueMicrotask(show)); // later, because the same patch may still change other attributes

  // After the last answer the controls show Python's values, because Python may have refused a choice.
  const settle = () => {
    for (const control of view.querySelectorAll("input[data-act]")) {
      if (control.type === "range") control.value = control.defaultValue;
      else control.checked = control.defaultChecked;
    }
    for (const option of view.querySelectorAll("select[data-act] option")) option.selected = option.defaultSelected;
  };
  model.on("heard", () => queueMicrotask(() => model.heard === sent && settle()));

  // The same happens when Python may never answer.
  addEventListener("hold", () => {
    settle();
    for (const { control } of pressed) if (control.type !== "radio" && control.matches("input")) control.value = control.defaultValue;
    pressed = [];
    show();
  });

  // A radio that is pressed again changes nothing by itself. But after a choice that is not answered yet and begins its group
  // anew (`data-after`: another policy has its own parameters), it is a choice like any other.
  const again = ({ name, value, dataset: { after } }) => {
    const choices = open();
    const last = (group) => choices.findLastIndex((choice) => choice.name === group);
    if (!after || last(after) <= last(name)) return false;
    const said = [...view.querySelectorAll("input")].find((input) => input.name === name && input.defaultChecked);
    return (choices.findLast((choice) => choice.name === name) ?? said)?.value === value;
  };

  const tell = (event) => {
    const control = event.target.closest("[data-act]");
    if (!control) return;
    const chosen = control.matches("input, select");
    if (chosen ? event.type !== "change" && !again(control) : event.type !== "click") return;
    if (control.matches("a")) { // it opens here, unless the person asked for another tab
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
    }
    const { name, value, dataset: { act, moves } } = control;
    sent += 1;
    if (chosen) pressed.push({ control, name, value, number: sent });
    model.send_msg({ act, value: value ?? control.dataset.value ?? null, about: model.about, number: sent });
    if (moves) dispatchEvent(new CustomEvent("moves", { detail: moves }));
  };
  view.addEventListener("click", tell);
  view.addEventListener("input", ({ target }) => { // what is dragged is shown at once, and chosen when it is let go
    const value = target.type === "range" && target.parentElement.querySelector(".value");
    if (value) value.textContent = target.value;
  });
  view.addEventListener("change", tell);
  view.addEventListener("keydown", (event) => event.key === " " && tell(event)); // which is no click on a checked radio
  watch(view, model);
  return view;
}

// Tells Python which regions are in sight, because those are written first. A region that can be folded away marks the part to watch
// with `data-seen`.
function watch(view, model) {
  const watcher = new IntersectionObserver(
    (entries) => model.send_msg({ act: "seen", value: entries.at(-1).isIntersecting }),
    { rootMargin: "200px" },
  );
  addEventListener("joined", () => {
    watcher.disconnect();
    watcher.observe(view.querySelector("[data-seen]") ?? view);
  });
}

// Scrolls a list so that its current row is in sight, from its beginning if it is higher than the list.
function follow(list) {
  const now = list.querySelector(":scope > .now, :scope > ol > .now");
  if (!now || list.querySelector("button:focus")) return; // who has just unfolded a text reads it
  // What left is listed after the newest row, and comes into sight with it.
  const last = (!now.nextElementSibling && list.querySelector(":scope > .left-now")) || now;
  const top = now.offsetTop - list.offsetTop;
  const height = last.offsetTop + last.offsetHeight - now.offsetTop;
  if (top >= list.scrollTop && top + height <= list.scrollTop + list.clientHeight) return;
  list.scrollTop = top - Math.max(0, (list.clientHeight - height) / 2);
}
