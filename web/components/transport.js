// The playhead. It is moved here, frame by frame; Python hears where it is when that matters.
export function render({ model, el }) {
  const part = (name) => view.querySelector(`[data-part=${name}]`);
  let seconds = model.seconds;
  let playing = false;
  let previous = 0;
  let sent = 0; // numbers what Python is told, so that only its answer to the last of it moves the playhead

  const count = () => model.arrivals.filter((at) => at <= seconds + 1e-9).length;
  const fill = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);

  function draw() {
    const shown = playing ? Math.floor(seconds * 10) / 10 : Math.round(seconds * 1000) / 1000;
    const text = shown === 1 ? model.words.position_one : model.words.position;
    const position = fill(text, { seconds: shown, index: count(), count: model.arrivals.length });
    const timeline = part("timeline");
    timeline.value = seconds;
    timeline.setAttribute("aria-valuetext", position);
    timeline.style.setProperty("--at", seconds / model.duration);
    part("position").textContent = position;
    const state = playing ? "pause" : seconds >= model.duration ? "replay" : seconds > 0 ? "resume" : "play";
    const play = part("play");
    if (play.dataset.state !== state) {
      play.dataset.state = state;
      part("play-label").textContent = model.words[state];
    }
    palimpsest.playhead(seconds);
  }

  function tell(quiet = false) {
    sent += 1;
    model.send_msg({ seconds, quiet, number: sent });
  }

  function move(to, quiet = false) {
    playing = false;
    seconds = Math.min(Math.max(0, to), model.duration);
    draw();
    tell(quiet);
  }

  function tick(now) {
    if (!playing) return;
    const speed = Number(part("speed").value);
    const before = count();
    seconds = Math.min(seconds + ((now - previous) / 1000) * speed, model.duration);
    previous = now;
    const ended = seconds >= model.duration;
    if (ended) playing = false;
    draw();
    if (ended || count() > before) tell();
    if (playing) requestAnimationFrame(tick);
  }

  function play() {
    if (playing) {
      playing = false;
      draw();
      return tell(true);
    }
    if (seconds >= model.duration) {
      seconds = 0;
      tell(true);
    }
    playing = true;
    previous = performance.now();
    draw();
    requestAnimationFrame(tick);
  }

  const next = () => model.arrivals.find((at) => at > seconds + 1e-9) ?? model.duration;
  const before = () => model.arrivals.findLast((at) => at < seconds - 1e-9) ?? 0;
  const press = {
    play,
    restart: () => move(0),
    next: () => move(next()),
    previous: () => move(before()),
  };
  const leap = () => model.duration / 6;
  const keyed = {
    "second-on": () => seconds + 1,
    "second-back": () => seconds - 1,
    "leap-on": () => seconds + leap(),
    "leap-back": () => seconds - leap(),
    start: () => 0,
    end: () => model.duration,
  };

  const view = palimpsest.region(model, el, () => queueMicrotask(draw));
  view.addEventListener("click", (event) => press[event.target.closest("button")?.dataset.part]?.());
  view.addEventListener("input", (event) => {
    if (event.target.dataset.part !== "timeline") return;
    const was = count();
    playing = false;
    seconds = Number(event.target.value);
    draw();
    if (count() !== was) tell(true);
  });
  view.addEventListener("change", (event) => {
    if (event.target.dataset.part === "timeline") move(Number(event.target.value));
  });
  view.addEventListener("keydown", (event) => {
    const action = keyed[model.keys[event.key]];
    if (event.target.dataset.part !== "timeline" || !action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    move(action());
  });
  // Python decides where the playhead is: when it rewinds, and when it has heard the last that was sent. The moment
  // itself is set by the same patch, so it is read afterwards.
  const follow = () => queueMicrotask(() => {
    if (playing) return;
    seconds = model.seconds;
    draw();
  });
  model.on("run", () => {
    playing = false;
    follow();
  });
  model.on("heard", () => model.heard === sent && follow());
}
