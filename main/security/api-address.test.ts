import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { findApi, readTyped } from './api-address.ts';

it.each([
  ['the API', 401, '{"error":{"code":"UNAUTHORIZED","message":"Please sign in."}}', null],
  ['a website', 200, '<html></html>', 'it is not the API'],
  ['a website that refuses', 401, '<html></html>', 'it is not the API'],
])('%s (D4)', async (_what, status, body, problem) => {
  const server = createServer((_request, reply) => reply.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const apiBase = `http://127.0.0.1:${port}/api`;
  const found = await findApi(apiBase, fetch);
  server.close();
  if (problem === null) expect(found).toEqual({ apiBase });
  else expect(found).toEqual({ wrong: expect.stringContaining(problem) });
  expect(await findApi(apiBase, fetch)).toEqual({ wrong: expect.stringContaining('Nothing answers') });
});

describe('an address as a person types it (D4)', () => {
  it.each([
    ['orders.example.com', 'https://orders.example.com'],
    [' orders.example.com/api ', 'https://orders.example.com/api'],
    ['orders.example.com:8443', 'https://orders.example.com:8443'],
    ['https://orders.example.com/api/', 'https://orders.example.com/api'],
    ['localhost:4000', 'http://localhost:4000'],
    ['127.0.0.1:4000/api', 'http://127.0.0.1:4000/api'],
  ])('%s is %s', (typed, apiBase) => expect(readTyped(typed)).toEqual({ apiBase }));

  it.each(['', 'http://orders.example.com', 'mailto:a@b.example', 'ftp://orders.example.com', 'the server'])(
    '%s is refused',
    (typed) => expect(readTyped(typed)).toHaveProperty('wrong'),
  );

  const api = () => Response.json({}, { status: 401 });
  const website = () => new Response('<html></html>');

  it('the API is looked for below a bare name that answers with something else', async () => {
    const asked: string[] = [];
    const fetched = async (url: string) => {
      asked.push(url);
      return url.includes('/api/') ? api() : website();
    };
    expect(await findApi('orders.example.com', fetched)).toEqual({
      apiBase: 'https://orders.example.com/api',
    });
    expect(asked).toEqual([
      'https://orders.example.com/sellers/profile',
      'https://orders.example.com/api/sellers/profile',
    ]);
    expect(await findApi('orders.example.com/shop', fetched)).toHaveProperty('wrong');
    expect(asked).toHaveLength(3);
  });

  it('an API at the bare name is taken there', async () =>
    expect(await findApi('orders.example.com', async () => api())).toEqual({
      apiBase: 'https://orders.example.com',
    }));

  it.each([
    [
      'net::ERR_CERT_DATE_INVALID',
      /not valid at this computer’s time, Sunday,? 22 November 2026.* set the clock/,
    ],
    ['net::ERR_CERT_AUTHORITY_INVALID', /does not trust the server’s certificate/],
    ['net::ERR_CERT_COMMON_NAME_INVALID', /certificate is for another address/],
    ['net::ERR_SSL_PROTOCOL_ERROR', /No secure connection .*ERR_SSL_PROTOCOL_ERROR/],
    ['net::ERR_CONNECTION_REFUSED', /Nothing answers at this address/],
  ])('%s is said in words', async (error, words) => {
    const failing = async () => {
      throw new TypeError(error);
    };
    const found = await findApi('orders.example.com', failing, () => new Date('2026-11-22T12:00:00Z'));
    expect(found).toEqual({ wrong: expect.stringMatching(words) });
  });
});
