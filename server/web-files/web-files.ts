import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { appSections } from '#shared/base/app-sections.ts';
import { legalDocuments } from '#shared/base/site-paths.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../http/refusal.ts';
import { sendRefusal } from '../http/send-refusal.ts';
import { SOCKET_PATH } from '../http/upgrades.ts';
import {
  apiElsewhere,
  appPolicy,
  guestWorkerPolicy,
  sitePolicy,
  workerPolicy,
  type OtherOrigins,
} from './page-policies.ts';

const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** Files that are served at addresses other than their own. */
const notPages: ReadonlySet<string> = new Set(['index', 'app', '404']);
/** The address whose first screen is prerendered in the app's page. */
const SIGN_IN = 'sign-in';

/**
 * Serves the web build. Files go out as they are; `/pricing` is `pricing.html` if there is such a page; the
 * app's own addresses are `app.html`, whose routes the browser resolves; everything else is `404.html`. Hashed
 * files are cached for good, others are revalidated each time; compressed copies from the build are used.
 */
export async function serveWebFiles(
  app: FastifyInstance,
  folder: string,
  others: OtherOrigins = { upload: [], show: [] },
): Promise<void> {
  if (!existsSync(path.join(folder, 'app.html'))) {
    app.setNotFoundHandler((request, reply) =>
      isApi(request) ? sendRefusal(reply, notFound()) : reply.status(503).type('text/plain').send(notBuilt),
    );
    return;
  }
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const appPage = read('app.html');
  const signInPage = existsSync(path.join(folder, 'app.sign-in.html')) ? read('app.sign-in.html') : appPage;
  const unknownPage = existsSync(path.join(folder, '404.html')) ? read('404.html') : null;
  const homePage = existsSync(path.join(folder, 'index.html'));
  const policies = new Map<string, string>();
  const api = apiElsewhere(appPage);
  const ofApp = { upload: [...others.upload, ...api.upload], show: [...others.show, ...api.show] };

  const isSitePage = (name: string) =>
    /^[\w-]+$/.test(name) && !notPages.has(name) && existsSync(path.join(folder, `${name}.html`));
  const sendSitePage = (reply: FastifyReply, file: string) => {
    if (!policies.has(file)) policies.set(file, sitePolicy(read(file), api));
    return reply.header('content-security-policy', policies.get(file)).sendFile(file);
  };
  const sendApp = (reply: FastifyReply, name: string) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', appPolicy(nonce, ofApp))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send((name === SIGN_IN ? signInPage : appPage).replaceAll(NONCE_PLACEHOLDER, nonce));
  };

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      const name = path.basename(file);
      if (name.startsWith('service-worker.js')) reply.header('content-security-policy', workerPolicy(api));
      if (name.startsWith('guest-worker.js')) reply.header('content-security-policy', guestWorkerPolicy);
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    const [pathname = ''] = request.url.split('?', 1);
    // A missing file must fail: an old build's script must not be answered with HTML.
    if (!wantsPage || isApi(request) || /\.\w+$/.test(pathname)) return sendRefusal(reply, notFound());
    // Browsers read `//host` and `/\\host` as an address on another host; no page has one.
    if (!/^\/(?![/\\])/.test(pathname)) return sendRefusal(reply, notFound());
    const name = pathname.slice(1).replace(/\/$/, '');
    const elsewhere = legalDocuments.get(name)?.address;
    if (elsewhere !== undefined) return reply.redirect(elsewhere);
    if (name === '' && homePage) return sendSitePage(reply, 'index.html');
    if (isSitePage(name)) return sendSitePage(reply, `${name}.html`);
    const [section = ''] = name.split('/');
    if (unknownPage === null || name === '' || appSections.includes(section)) return sendApp(reply, name);
    return reply
      .status(404)
      .header('content-security-policy', sitePolicy(unknownPage, api))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(unknownPage);
  });
}

function isApi(request: FastifyRequest): boolean {
  return request.url.startsWith('/api') || request.url.startsWith(SOCKET_PATH);
}

const notBuilt = 'The screens have not been built yet. Run `npm run build`, then start the server again.\n';
