import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { permissionsPolicy } from '../http/security-headers.ts';
import { openApiDocument } from './openapi.ts';
import { pageStyle } from './page-style.ts';
import { apiPage } from './page.ts';

let written: { json: Buffer; page: Buffer } | undefined;

/** The description as it is sent, written once in a process. */
function writeDescription() {
  const document = openApiDocument();
  return { json: Buffer.from(JSON.stringify(document)), page: Buffer.from(apiPage(document)) };
}

/** Serves the API's description: `/api/openapi.json` for programs and `/api/docs` for people. */
export function serveApiDocs(app: FastifyInstance): void {
  const limited = { config: { limit: 'documents-network' as const } };
  const { json, page } = (written ??= writeDescription());
  const styleHash = createHash('sha256').update(pageStyle).digest('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
  app.get('/api/openapi.json', limited, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(json),
  );
  app.get('/api/docs', limited, (_request, reply) =>
    reply
      .headers({ 'content-security-policy': policy, 'permissions-policy': permissionsPolicy() })
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
