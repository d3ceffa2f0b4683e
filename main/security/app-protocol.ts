import { randomBytes } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { ImageOrigins } from './image-origins.ts';

/** The till's pages come only from `app://till/`. */
export const APP_SCHEME = 'app';
const APP_HOST = 'till';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/** Whether an address is one of the till's own pages; compares its parsed parts, not its beginning. */
export function isOwnPage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === `${APP_SCHEME}:` && host === APP_HOST && username === '' && password === '';
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/**
 * The file of an address below `folder`; a page's address (without an extension) is `index.html`. Null for another
 * host, for a path that leads out of the folder, and for an extension that the till does not serve.
 */
export function fileOf(address: string, folder: string): string | null {
  if (!isOwnPage(address)) return null;
  let pathname: string;
  try {
    pathname = decodeURIComponent(new URL(address).pathname);
  } catch {
    return null;
  }
  if (/[\0\\]/.test(pathname) || pathname.split('/').includes('..')) return null;
  const extension = path.posix.extname(pathname);
  if (extension === '') return path.join(folder, 'index.html');
  return extension in types ? path.join(folder, ...pathname.split('/')) : null;
}

/** What a page of the till may load: its own files, the API with its socket, and the API's images. */
export function contentSecurityPolicy(nonce: string, apiBase: string, images: ImageOrigins): string {
  const { origin, host, protocol } = new URL(apiBase);
  const socket = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data: blob:", origin, ...images.show].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", origin, socket, ...images.upload].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // No text becomes markup or a script.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** Serves `app://` from the folder of the renderer's build. */
export function serveApp(
  folder: string,
  apiBase: () => string,
  imageOrigins: (apiBase: string) => Promise<ImageOrigins>,
) {
  return async ({ url }: { url: string }): Promise<Response> => {
    const file = fileOf(url, folder);
    if (file === null) return new Response(null, { status: 403 });
    try {
      const [real, root] = await Promise.all([realpath(file), realpath(folder)]);
      // A link must not lead out of the folder.
      if (!real.startsWith(root + path.sep)) return new Response(null, { status: 403 });
      const body = await readFile(real);
      const type = types[path.extname(real)] ?? 'application/octet-stream';
      const headers = { 'content-type': type, 'x-content-type-options': 'nosniff' };
      if (path.extname(real) !== '.html') return new Response(new Uint8Array(body), { headers });
      const nonce = randomBytes(16).toString('base64');
      const page = body.toString('utf8').replaceAll('__CSP_NONCE__', nonce);
      const base = apiBase();
      const images = await imageOrigins(base);
      const policy = { 'content-security-policy': contentSecurityPolicy(nonce, base, images) };
      return new Response(page, { headers: { ...headers, ...policy, 'cache-control': 'no-store' } });
    } catch {
      return new Response(null, { status: 404 });
    }
  };
}
