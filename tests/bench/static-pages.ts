import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';

const types: Record<string, string> = {
  // A screen's address.
  '': 'text/html',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Serves a folder's files unchanged and nothing else, so that only the pages themselves differ. */
export async function servePages(folder: string): Promise<{ origin: string; http: Server }> {
  const http = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    readFile(path.join(path.resolve(folder), path.normalize(pathname))).then(
      (body) =>
        reply.writeHead(200, { 'content-type': types[path.extname(pathname)] ?? 'text/plain' }).end(body),
      () => reply.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  return { origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, http };
}
