import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from './http/refusal.ts';
import { sendRefusal } from './http/serve.ts';

/** Other origins that pages may ask: for images, and to send them to. */
export type OtherOrigins = { upload: string[]; show: string[] };

/** What a page may load: itself. Styles made at run time need the page's own nonce. */
function contentSecurityPolicy(nonce: string, { upload, show }: OtherOrigins): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Positions and sizes set by scripts as style attributes; never a sheet.
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...show].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...upload].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/**
 * Serves the web build: files as they are, `/pricing` as `pricing.html` where there is such a page, and every other
 * page address as `app.html`, whose routes the browser knows (D3, D44).
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
  const pages = new Map<string, string>();
  const pageOf = (name: string): string | null => {
    const file = path.join(folder, `${name}.html`);
    if (!/^[\w-]+$/.test(name) || !existsSync(file)) return null;
    if (!pages.has(name)) pages.set(name, readFileSync(file, 'utf8'));
    return pages.get(name) ?? null;
  };
  const sendPage = (reply: FastifyReply, page: string) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce, others))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(NONCE_PLACEHOLDER, nonce));
  };

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.html'],
    cacheControl: false,
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    const { pathname } = new URL(request.url, 'http://localhost');
    // A file that is not there is not a page: an old build's script must fail, not be HTML.
    if (!wantsPage || isApi(request) || /\.\w+$/.test(pathname)) return sendRefusal(reply, notFound());
    const name = pathname === '/' ? 'index' : pathname.slice(1).replace(/\/$/, '');
    return sendPage(reply, pageOf(name) ?? pageOf('app') ?? '');
  });
}

function isApi(request: FastifyRequest): boolean {
  return request.url.startsWith('/api') || request.url.startsWith('/socket.io');
}

const notBuilt = 'The screens have not been built yet. Run `npm run build`, then start the server again.\n';
