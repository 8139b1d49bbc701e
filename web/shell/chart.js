// The picture is the timeline: its frame and the range share one scale, to the pixel, and pointing at the picture seeks.
const chart = document.querySelector(".chart");
const stage = document.querySelector(".stage");

const shown = () => globalThis.Bokeh?.documents.at(-1);
const model = (name) => shown()?.get_model_by_name(name);

// Where the frame of the picture is, in pixels of the window; null while it is not drawn.
function frame() {
  const plot = model("plot-context");
  const view = plot && Bokeh.index.find_one_by_id(plot.id);
  if (!view?.frame) return null;
  const { left } = view.el.getBoundingClientRect();
  const { bbox } = view.frame;
  return bbox.width > 0 ? { left: left + bbox.left, width: bbox.width } : null;
}

// The range takes the ends of the frame.
function align() {
  const found = frame();
  const timeline = stage.querySelector(".timeline");
  if (!timeline) return;
  if (!found) return ["left", "right"].forEach((side) => stage.style.removeProperty(`--frame-${side}`));
  const { left, right } = timeline.parentElement.getBoundingClientRect();
  const style = getComputedStyle(timeline.parentElement);
  const inside = (side) => parseFloat(style[`padding-${side}`]) + parseFloat(style[`border-${side}-width`]);
  const ends = { left: found.left - left - inside("left"), right: right - inside("right") - found.left - found.width };
  for (const [side, pixels] of Object.entries(ends)) stage.style.setProperty(`--frame-${side}`, `${pixels}px`);
}

export function joinTimeline() {
  const plot = model("plot-context");
  if (!plot) return;
  const later = () => requestAnimationFrame(align);
  for (const name of ["inner_width", "outer_width"]) plot.properties[name].change.connect(later);
  new ResizeObserver(later).observe(stage);
  later();

  const seek = (event, type) => {
    const found = frame();
    const timeline = document.getElementById("timeline");
    if (!found || timeline.disabled) return;
    const share = Math.min(1, Math.max(0, (event.clientX - found.left) / found.width));
    timeline.value = share * timeline.max;
    timeline.dispatchEvent(new Event(type, { bubbles: true }));
  };
  chart.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    chart.setPointerCapture(event.pointerId);
    seek(event, "input");
  });
  chart.addEventListener("pointermove", (event) => chart.hasPointerCapture(event.pointerId) && seek(event, "input"));
  chart.addEventListener("pointerup", (event) => chart.hasPointerCapture(event.pointerId) && seek(event, "change"));
}
