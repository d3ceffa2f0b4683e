import { appSections } from '#shared/base/app-sections.ts';
import { showPushes } from './pushes.ts';

declare const self: ServiceWorkerGlobalScope;
/** Set by the build: its own name, the app's first files, and the API's address. */
declare const SHELL_BUILD: string;
declare const SHELL_FILES: string[];
declare const API_BASE: string;

/** All of the app's addresses have the same page. */
const PAGE = '/business';
const cacheName = `shell-${SHELL_BUILD}`;
const shellFile = /^\/assets\/[\w.-]+\.(?:js|css|woff2)$/;

/*
 * Caches the app's shell, its page and code, so that it opens while the server is away. The page is requested from
 * the server first, so nobody online gets an older app; code with a hash in its name cannot be old. Other requests,
 * above all the API's, bypass the worker.
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
  else if (shellFile.test(pathname)) event.respondWith(file(event));
});

showPushes(API_BASE);

/** What a proxy answers while the server behind it is away. */
const away: ReadonlySet<number> = new Set([502, 503, 504]);

async function page(request: Request): Promise<Response> {
  const reply = await fetch(request).catch(() => null);
  if (reply && !away.has(reply.status)) return reply;
  return (await caches.match(PAGE)) ?? reply ?? Response.error();
}

async function file(event: FetchEvent): Promise<Response> {
  const { request } = event;
  // A disk that is full, or cannot be read, keeps nobody from what the server has.
  const cache = await caches.open(cacheName).catch(() => null);
  const kept = await cache?.match(request).catch(() => undefined);
  if (kept) return kept;
  const reply = await fetch(request);
  if (reply.ok && cache) event.waitUntil(cache.put(request, reply.clone()).catch(() => undefined));
  return reply;
}

async function forgetOtherBuilds(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}
