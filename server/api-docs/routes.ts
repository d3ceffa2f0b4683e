import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { permissionsPolicy } from '../http/security-headers.ts';
import { openApiDocument } from './openapi.ts';
import { pageStyle } from './page-style.ts';
import { apiPage } from './page.ts';

/** Serves the API's description: `/api/openapi.json` for programs and `/api/docs` for people. */
export function serveApiDocs(app: FastifyInstance): void {
  const limited = { config: { limit: 'documents-network' as const } };
  const document = openApiDocument();
  const json = Buffer.from(JSON.stringify(document));
  const page = Buffer.from(apiPage(document));
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
