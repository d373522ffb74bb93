// The page where there is no network: what was fetched before is shown again, and it says itself that the host is away.
// The network always comes first, so that nobody plays with an old page.

const KEPT = 'lapidary-page';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add('/')));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** Fetches, and keeps what came, for which the worker lives on. */
async function fetchAndKeep(event) {
  const answer = await fetch(event.request);
  const copy = answer.clone();
  if (answer.ok) event.waitUntil(caches.open(KEPT).then((cache) => cache.put(event.request, copy)));
  return answer;
}

async function answerTo(event) {
  try {
    return await fetchAndKeep(event);
  } catch (error) {
    const kept = await caches.match(event.request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && new URL(url).origin === self.location.origin) event.respondWith(answerTo(event));
});
