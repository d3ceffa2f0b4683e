import { appSections } from '#shared/base/app-sections.ts';

declare const self: ServiceWorkerGlobalScope;
/** Written in by the build: its own name, and the app's first files. */
declare const SHELL_BUILD: string;
declare const SHELL_FILES: string[];

/** The same page at each of the app's addresses. */
const PAGE = '/business';
const cacheName = `shell-${SHELL_BUILD}`;
const shellFile = /^\/assets\/[\w.-]+\.(?:js|css|woff2)$/;

/*
 * Keeps the app's shell, so that it opens while the server is away: its page and its code. The page is asked of the
 * server first, so nobody who reaches it gets an older app; code whose name holds its hash cannot be old. Anything else,
 * the API above all, does not pass through here.
 */
self.addEventListener('install', (event) => {
  void self.skipWaiting();
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([PAGE, ...SHELL_FILES])));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), forgetOtherBuilds()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const [, section = ''] = pathname.split('/');
  if (request.mode === 'navigate' && appSections.includes(section)) event.respondWith(page(request));
  else if (shellFile.test(pathname)) event.respondWith(file(request));
});

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept) return kept;
  const reply = await fetch(request);
  if (reply.ok) await cache.put(request, reply.clone());
  return reply;
}

async function forgetOtherBuilds(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}
