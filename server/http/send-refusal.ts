import type { FastifyReply } from 'fastify';
import type { Refusal } from './refusal.ts';

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.extras.retryAfter !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.extras.retryAfter))));
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  reply.refusal = refusal.code;
  return reply.status(refusal.status).send(refusal.body());
}
