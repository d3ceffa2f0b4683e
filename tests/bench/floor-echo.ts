/** Bare Fastify and zod: reads, validates and returns an order of 1 KB. */
import Fastify from 'fastify';
import { z } from 'zod';
import { answers } from './bench-process.ts';

const order = z.object({
  customerName: z.string(),
  tableNumber: z.string(),
  note: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      quantity: z.int(),
      cost: z.int(),
      modifications: z.array(z.object({ name: z.string(), cost: z.int() })),
    }),
  ),
});
const server = Fastify();
server.post('/echo', (request) => order.parse(request.body));
answers(await server.listen({ port: 0, host: '127.0.0.1' }));
