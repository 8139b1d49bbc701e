// Moves the playhead on the page, frame by frame, because Python would be too slow for that. Python is told the place when it matters.
//
// A person's actions count in their order, even if Python answers late. So every message has a number, and only the answer to the last
// message moves the playhead. Sometimes only Python knows where the playhead will be (another lesson, a step of the guide, Back). Until
// it answers, the name of each pressed control is sent to Python, and the result is shown with the answer.
export function render({ model, el }) {
  const part = (name) => view.querySelector(`[data-part=${name}]`);
  let seconds = model.seconds;
  let playing = false;
  let previous = 0;
  let starts = false; // whether to play as soon as the place of the playhead is known
  let sent = 0; // number of the last message
  let unknown = 0; // number of the message whose answer will tell the place of the playhead

  const count = () => model.arrivals.filter((at) => at <= seconds + 1e-9).length;
  const { fill } = palimpsest;

  function draw() {
    const shown = playing ? Math.floor(seconds * 10) / 10 : Math.round(seconds * 1000) / 1000;
    const text = shown === 1 ? model.words.position_one : model.words.position;
    const position = fill(text, { seconds: shown, index: count(), count: model.arrivals.length });
    const timeline = part("timeline");
    timeline.value = seconds;
    timeline.setAttribute("aria-valuetext", position);
    timeline.style.setProperty("--at", seconds / model.duration);
    part("position").textContent = position;
    const state = playing || starts ? "pause" : seconds >= model.duration ? "replay" : seconds > 0 ? "resume" : "play";
    const play = part("play");
    if (play.dataset.state !== state) {
      play.dataset.state = state;
      part("play-label").textContent = model.words[state];
    }
    palimpsest.playhead(seconds, playing);
  }

  const knows = () => model.heard >= unknown;

  function send(message, known = knows()) {
    sent += 1;
    if (!known) unknown = sent;
    model.send_msg({ ...message, number: sent });
  }

  const tell = (quiet = false) => send({ seconds, quiet });

  function stop() {
    playing = false;
    starts = false;
  }

  function move(to) {
    stop();
    seconds = Math.min(Math.max(0, to), model.duration);
    draw();
    tell();
  }

  function press(name) {
    if (knows()) return move(moves[name]());
    stop();
    draw();
    send({ press: name });
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
      stop();
      draw();
      return tell(true);
    }
    if (!knows()) {
      starts = !starts;
      if (starts) send({}); // what was asked before may have been lost
      return draw();
    }
    starts = false;
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
  const leap = () => model.duration / 6;
  const moves = {
    restart: () => 0,
    next,
    previous: before,
    "second-on": () => seconds + 1,
    "second-back": () => seconds - 1,
    "leap-on": () => seconds + leap(),
    "leap-back": () => seconds - leap(),
    start: () => 0,
    end: () => model.duration,
  };

  // Python's HTML has the playhead at zero, so the true place is drawn before the browser paints.
  let view;
  view = palimpsest.region(model, el, () => view && draw());
  draw();
  view.addEventListener("click", (event) => {
    const name = event.target.closest("button")?.dataset.part;
    if (name === "play") play();
    else if (moves[name]) press(name);
  });
  view.addEventListener("input", (event) => {
    if (event.target.dataset.part !== "timeline") return;
    const was = count();
    stop();
    seconds = Number(event.target.value);
    draw();
    if (count() !== was) tell(true);
    else sent += 1; // so that an older answer does not move the playhead
  });
  view.addEventListener("change", (event) => {
    if (event.target.dataset.part === "timeline") move(Number(event.target.value));
  });
  view.addEventListener("keydown", (event) => {
    const name = model.keys[event.key];
    if (event.target.dataset.part !== "timeline" || !moves[name] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    press(name);
  });
  // The same patch also sets the seconds, so they are read after it was applied.
  const follow = () => queueMicrotask(() => {
    if (playing) return;
    seconds = model.seconds;
    draw();
    if (starts && knows()) play();
  });
  for (const name of ["seconds", "heard"]) model.on(name, () => model.heard === sent && follow());
  // A choice was sent that moves the playhead, to zero or to a place that only Python knows. The empty message takes a new number, so that
  // answers to older messages are ignored.
  addEventListener("moves", ({ detail: where }) => {
    stop();
    const known = where === "zero" && knows();
    if (known) seconds = 0;
    draw();
    send({}, known);
  });
  // Python is late or lost. What it was told may still count, so where the playhead is then it alone can say.
  addEventListener("hold", () => {
    stop();
    if (model.heard < sent) unknown = sent;
    follow();
  });
}
