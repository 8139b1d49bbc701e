// Measures inside the page, with the page's own clock, because the clock of a browser driver would add its own delays.
// `marks` receives milliseconds since the navigation began. A mark is taken once the browser has painted.
globalThis.bench = { marks: {} };
{
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const mark = async (name) => {
    await painted();
    bench.marks[name] = performance.now();
  };
  const within = (ask) => new Promise((done) => {
    const look = () => (ask() ? done() : requestAnimationFrame(look));
    look();
  });
  const inTime = (promise, what) => Promise.race([promise, new Promise((_, fail) =>
    setTimeout(() => fail(new Error(`nothing changed within 10 s: ${what}`)), 10_000))]);
  const button = (name) => [...document.querySelectorAll("#slot-transport button")].find((it) => it.textContent.trim().startsWith(name));
  const timeline = () => document.getElementById("timeline");
  const enabled = (name) => button(name)?.matches(":enabled");
  // Waits for the context panel, which Python renders. The transport would not do: the page changes it without Python.
  const rendered = () => new Promise((done) => {
    const watch = new MutationObserver(() => {
      watch.disconnect();
      done();
    });
    watch.observe(document.getElementById("slot-context"), { subtree: true, childList: true, characterData: true, attributes: true });
  });

  bench.after = async (what, act) => {
    const seen = inTime(rendered(), what);
    const began = performance.now();
    act();
    await seen;
    await painted();
    return performance.now() - began;
  };
  bench.step = async () => {
    if (timeline().value === timeline().max) await bench.after("Restart", () => button("Restart").click());
    return bench.after("Next message", () => button("Next message").click());
  };
  bench.seek = (seconds) => bench.after(`seek to ${seconds} s`, () => {
    timeline().value = seconds;
    timeline().dispatchEvent(new Event("input", { bubbles: true }));
    timeline().dispatchEvent(new Event("change", { bubbles: true }));
  });
  bench.frames = async (seconds) => {
    button("Restart").click();
    await inTime(within(() => enabled("Play messages")), "Restart before playing");
    button("Play messages").click();
    let frames = 0;
    let before = timeline().value;
    const began = performance.now();
    await within(() => {
      frames += timeline().value !== before;
      before = timeline().value;
      return performance.now() - began > seconds * 1000;
    });
    button("Pause messages").click();
    return frames / seconds;
  };

  within(() => document.querySelector("#slot-context")?.innerText.trim()).then(() => mark("readable"));
  within(() => globalThis.Bokeh?.documents[0]?.is_idle).then(() => mark("rendered"));
  within(() => enabled("Next message")).then(async () => {
    const seen = rendered();
    button("Next message").click();
    await seen;
    await mark("interactive");
  });
}
