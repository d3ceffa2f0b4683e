import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { whyNotConnect } from './api-address.ts';

it.each([
  ['the API', 401, '{"error":{"code":"UNAUTHORIZED","message":"Please sign in."}}', null],
  ['a website', 200, '<html></html>', 'it is not the API'],
  ['a website that refuses', 401, '<html></html>', 'it is not the API'],
])('D4 %s', async (_what, status, body, problem) => {
  const server = createServer((_request, reply) => reply.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const found = await whyNotConnect(`http://127.0.0.1:${port}/api`, fetch);
  server.close();
  if (problem === null) expect(found).toBeNull();
  else expect(found).toContain(problem);
  expect(await whyNotConnect(`http://127.0.0.1:${port}/api`, fetch)).toContain('Nothing answers');
});
