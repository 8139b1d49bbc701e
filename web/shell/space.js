// A strip shows every budget at every moment. Pointing at a place, or moving over it with the arrow keys, says what is there, and
// choosing it goes there. A finger cannot point without tapping, so its first tap says what is there and its second goes there. Where a lesson offers only some budgets, the point keeps to them, so that what is said is what is chosen.
const numbers = (text) => text.split(" ").filter(Boolean).map(Number);
const nearest = (values, wanted) => values.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best));
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const { fill } = palimpsest;

const sizes = ({ dataset: { low, high, end } }) => ({ low: Number(low), high: Number(high), end: Number(end) });
const group = (strip) => strip.closest(".strips");
const FINGER = 22; // pixels; a second tap within this distance means the same place

// The budget that can be chosen and is nearest to the wanted one.
function allowed(strip, budget) {
  const { range, stops } = group(strip).dataset;
  if (!range) return nearest(numbers(stops), budget);
  const [lowest, highest] = numbers(range);
  return clamp(Math.round(budget), lowest, highest);
}

function under(strip, { clientX, clientY }) {
  const { low, high, end } = sizes(strip);
  const { left, top } = strip.getBoundingClientRect();
  const x = clamp((clientX - left - strip.clientLeft) / strip.clientWidth, 0, 1);
  const y = clamp(1 - (clientY - top - strip.clientTop) / strip.clientHeight, 0, 1);
  return { seconds: Math.min(end, Math.round(x * end * 1000) / 1000), budget: allowed(strip, clamp(Math.floor(low + y * (high + 1 - low)), low, high)) };
}

// Whether the point is so near to the one of which was told that a finger cannot tell them apart.
function again(strip, { seconds, budget }) {
  if (!strip.aimed || !strip.classList.contains("aimed")) return false;
  const { low, high, end } = sizes(strip);
  const across = ((seconds - strip.aimed.seconds) / end) * strip.clientWidth;
  const up = ((budget - strip.aimed.budget) / (high + 1 - low)) * strip.clientHeight;
  return Math.hypot(across, up) <= FINGER;
}

// Where a person is now; the keys begin there.
function standing(strip) {
  const seconds = Number(document.getElementById("timeline").value);
  const budget = Number(strip.dataset.budget);
  return { seconds, budget: allowed(strip, budget) };
}

function area(strip, { seconds, budget }) {
  return [...strip.querySelectorAll(".area")].findLast(({ dataset }) => {
    const [lowest, highest] = numbers(dataset.budgets);
    return budget >= lowest && budget <= highest && Number(dataset.since) <= seconds;
  });
}

function aim(strip, point, spoken) {
  const { low, high, end } = sizes(strip);
  const place = area(strip, point);
  const words = group(strip).dataset;
  const told = group(strip).querySelector(".point");
  for (const other of group(strip).querySelectorAll(".aimed")) if (other !== strip) release(other);
  strip.aimed = point;
  strip.value = `${point.budget} ${strip.dataset.policy} ${point.seconds}`;
  strip.classList.add("aimed");
  strip.style.setProperty("--x", `${(100 * point.seconds) / end}%`);
  strip.style.setProperty("--y", `${(100 * (clamp(point.budget, low, high) + 0.5 - low)) / (high + 1 - low)}%`);
  told.setAttribute("aria-live", spoken ? "polite" : "off");
  told.textContent = fill(place?.classList.contains("over") ? words.over : words.point, { ...point, seconds: Math.round(point.seconds * 1000) / 1000, state: place?.dataset.state ?? "" });
}

function release(strip) {
  strip.aimed = null;
  strip.classList.remove("aimed");
}

function leave(strip) {
  release(strip);
  const strips = group(strip); // a strip that was just replaced stands nowhere
  if (strips && !strips.querySelector(".aimed")) strips.querySelector(".point").textContent = "";
}

// The moment of the next arrival, or of the one before.
function arrival(strip, seconds, by) {
  const moments = numbers(group(strip).dataset.arrivals);
  return (by > 0 ? moments.find((at) => at > seconds) : moments.findLast((at) => at < seconds)) ?? seconds;
}

function step(strip, budget, by) {
  const { range, stops } = group(strip).dataset;
  if (range) return allowed(strip, budget + by);
  const values = numbers(stops);
  return values[clamp(values.indexOf(budget) + Math.sign(by), 0, values.length - 1)];
}

function moved(strip, key) {
  const { seconds, budget } = strip.aimed ?? standing(strip);
  const tenth = Math.max(1, Math.round((sizes(strip).high - sizes(strip).low) / 10));
  switch (key) {
    case "ArrowRight": return { budget, seconds: arrival(strip, seconds, 1) };
    case "ArrowLeft": return { budget, seconds: arrival(strip, seconds, -1) };
    case "ArrowUp": return { seconds, budget: step(strip, budget, 1) };
    case "ArrowDown": return { seconds, budget: step(strip, budget, -1) };
    case "PageUp": return { seconds, budget: step(strip, budget, tenth) };
    case "PageDown": return { seconds, budget: step(strip, budget, -tenth) };
    case "Home": return { budget, seconds: 0 };
    case "End": return { budget, seconds: sizes(strip).end };
    default: return null;
  }
}

export function space() {
  const place = document.getElementById("slot-space");
  const over = (event) => event.target.closest?.(".strip:enabled");
  let saysOnly = null; // the strip at which a finger has just pointed to another place
  for (const name of ["pointermove", "pointerdown"]) {
    place.addEventListener(name, (event) => {
      const strip = over(event);
      if (!strip) return;
      const [point, finger] = [under(strip, event), event.pointerType === "touch"];
      const same = finger && again(strip, point);
      if (name === "pointerdown") saysOnly = finger && !same ? strip : null;
      if (!same) aim(strip, point, finger);
    });
  }
  place.addEventListener("pointerout", (event) => {
    const strip = over(event);
    if (strip && event.pointerType === "mouse" && !strip.contains(event.relatedTarget) && strip !== document.activeElement) leave(strip);
  });
  place.addEventListener("focusout", (event) => over(event) && leave(over(event)));
  place.addEventListener("keydown", (event) => {
    const strip = over(event);
    saysOnly = null;
    const point = strip && !event.ctrlKey && !event.altKey && !event.metaKey && moved(strip, event.key);
    if (!point) return;
    event.preventDefault();
    aim(strip, point, true);
  });
  // Before the region hears of the click, the button says to which point it leads. That is the point of which was told: a click's own
  // place is rounded.
  place.addEventListener("click", (event) => {
    const strip = over(event);
    if (!strip) return;
    if (strip === saysOnly) event.stopPropagation();
    else aim(strip, strip.aimed ?? standing(strip));
    saysOnly = null;
  }, true);
}
