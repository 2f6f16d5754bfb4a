/* Keeps the page's own files at hand, so that it opens at once, and shows
 * notifications. Files under /assets/ have a hash in their name and never
 * change; the page itself is always asked of the server first. */
const CACHE = "tioli-1";
const MOST_ASSETS = 120;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(
        names
          .filter((name) => name.startsWith("tioli-") && name !== CACHE)
          .map((name) => caches.delete(name)),
      );
      await self.clients.claim();
    })(),
  );
});

async function keep(request, response) {
  if (!response.ok || response.type !== "basic") return;
  const cache = await caches.open(CACHE);
  await cache.put(request, response);
  const keys = await cache.keys();
  // The oldest are of versions that are gone.
  for (const key of keys.slice(0, Math.max(0, keys.length - MOST_ASSETS)))
    await cache.delete(key);
}

async function asset(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  event.waitUntil(keep(event.request, response.clone()));
  return response;
}

/* Every address of ours is the same page. */
async function page(event) {
  try {
    const response = await fetch(event.request);
    event.waitUntil(keep("/", response.clone()));
    return response;
  } catch (error) {
    const kept = await caches.match("/");
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(asset(event));
  else if (event.request.mode === "navigate" && !url.pathname.startsWith("/api/"))
    event.respondWith(page(event));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data?.path ?? "/";
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: "window" });
      const there = open.find((client) => new URL(client.url).pathname === path);
      if (there) await there.focus();
      else await self.clients.openWindow(path);
    })(),
  );
});
