// Why: what Python writes is shown in the page's own tree, not in a shadow root: one style sheet, working ids, one
// reading order, and the pre-rendered panel is taken over rather than replaced. Only what differs is changed, so
// focus, selection, scroll and an open <details> stay where the person put them.

export function region(model, el, shown = () => {}) {
  const host = el.getRootNode().host;
  const view = host.parentElement.querySelector(":scope > .view") ?? Object.assign(document.createElement("div"), { className: "view" });
  el.append(document.createElement("slot"));
  host.append(view);

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
    shown();
  };
  show();
  model.on("html", show);

  const tell = (event) => {
    const control = event.target.closest("[data-act]");
    if (!control) return;
    const chosen = control.matches("input, select");
    if (chosen === (event.type === "change")) model.send_msg({ act: control.dataset.act, value: control.value ?? null });
  };
  view.addEventListener("click", tell);
  view.addEventListener("change", tell);
  return view;
}

// A list that scrolls by itself keeps what is new in sight.
function follow(list) {
  const now = list.querySelector(":scope > .now");
  if (!now) return;
  const top = now.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + now.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
}
