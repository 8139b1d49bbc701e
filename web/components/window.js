export function render({ model }) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let seen = location.search; // a fragment is no new address
  const visit = () => model.send_msg({ query: location.search });

  model.on("ready", () => {
    if (location.search) visit();
    model.send_msg({ theme: dark.matches ? "dark" : "light" });
  });
  dark.addEventListener("change", () => model.send_msg({ theme: dark.matches ? "dark" : "light" }));
  addEventListener("popstate", () => {
    if (location.search === seen) return;
    seen = location.search;
    visit();
  });
  model.on("query", () => queueMicrotask(() => {
    const address = `?${model.query}${location.hash}`;
    if (address === location.search + location.hash) return;
    if (model.push) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    seen = location.search;
  }));
  model.on("title", () => { document.title = model.title; });
  model.on("said", () => palimpsest.say(model.said[1]));
}
