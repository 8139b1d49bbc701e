// Why: after one visit the lesson opens without a network, and a later visit asks it for the page alone.
//
// Every file but the page has a name that changes with its content, so what is kept is never stale. Nothing is fetched ahead
// while the page starts: the page says "keep" once it is up, and the files that the first visit loaded without this
// worker come then, mostly from the browser's own cache.
const BUILD = "__BUILD__"; // filled in by the build, as is the list below
const FILES = __FILES__;
const OURS = `palimpsest ${self.registration.scope} `; // other folders of this origin may hold other copies
const CACHE = OURS + BUILD;
const PAGE = self.registration.scope;

async function keep(request, answer) {
  if (!answer.ok) return;
  try {
    await (await caches.open(CACHE)).put(request, answer);
  } catch {
    // A browser that refuses storage still has the page; it only cannot open it offline.
  }
}

async function keepAll() {
  const cache = await caches.open(CACHE);
  for (const url of [PAGE, ...FILES.map((file) => new URL(file, PAGE).href)]) {
    if (await cache.match(url)) continue;
    const answer = (url !== PAGE && (await caches.match(url))) || (await fetch(url));
    await keep(url, answer);
  }
}

async function forgetOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
}

async function page(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(keep(PAGE, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

async function file(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

self.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(keepAll().then(forgetOlder).catch(() => {}));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(PAGE) || request.headers.has("range")) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (!url.search) event.respondWith(file(event));
});
