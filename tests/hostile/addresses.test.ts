import { connect } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../server/testing/server.ts';

describe('addresses that nobody has', () => {
  let server: TestServer;
  let webFolder: string;
  let port: number;

  beforeAll(async () => {
    webFolder = await mkdtemp(path.join(tmpdir(), 'servery-web-'));
    for (const name of ['app', 'index', '404'])
      await writeFile(path.join(webFolder, `${name}.html`), '<!doctype html>');
    server = await testServer({ webFolder });
    await server.app.server.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = server.app.server.server.address() as AddressInfo);
  });
  afterAll(async () => {
    await server.close();
    await rm(webFolder, { recursive: true });
  });

  /** Sends a request unchanged, since every client would normalise it. */
  async function ask(lines: string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
    return text(socket);
  }
  const get = async (address: string) =>
    Number((await ask([`GET ${address} HTTP/1.1`, 'Host: servery.test'])).split(' ')[1]);

  it.each(['/constructor', '/toString', '/__proto__', '/valueOf', '/hasOwnProperty'])(
    '%s is no page, although every object has something of that name',
    async (address) => {
      expect(await get(address)).toBe(404);
    },
  );

  it.each(['//', '///', '//[', '//evil.example/', '/\\', '/\\evil.example', '//%5B', '/%'])(
    '%s leads nowhere, and is no failure of the server',
    async (address) => {
      const status = await get(address);
      expect([400, 404]).toContain(status);
    },
  );

  it('an address with a query of its own is still found', async () => {
    expect(await get('/outlets?x=//')).toBe(200);
    expect(await get('/?//')).toBe(200);
  });

  it('a request for two hosts at once is refused, and one for a single host is not', async () => {
    const asked = (hosts: string[]) => ask(['GET /health HTTP/1.1', ...hosts.map((host) => `Host: ${host}`)]);
    expect(await asked(['servery.test', 'evil.example'])).toMatch(/^HTTP\/1\.1 400 /);
    expect(await asked(['servery.test'])).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    'http://evil.example/api/sellers/profile',
    'http://servery.test/',
    'https://servery.test/health',
    'x',
    '*',
  ])('%s, which does not begin with “/”, is refused, and nobody stores the reply', async (address) => {
    const reply = await ask([`GET ${address} HTTP/1.1`, 'Host: servery.test']);
    expect(reply).toMatch(/^HTTP\/1\.1 400 [\s\S]*MALFORMED_REQUEST/);
    expect(reply).toMatch(/^cache-control: no-store\r$/im);
  });

  it('what the server as a whole can do may be asked', async () => {
    const reply = await ask(['OPTIONS * HTTP/1.1', 'Host: servery.test']);
    expect(reply).not.toContain('MALFORMED_REQUEST');
    expect(await ask(['GET /api/sellers/profile HTTP/1.1', 'Host: x'])).toMatch(
      /^cache-control: no-store\r$/im,
    );
  });

  it('no page may use the camera, the microphone, the place or a device', async () => {
    for (const page of ['/', '/api/docs']) {
      const reply = await ask([`GET ${page} HTTP/1.1`, 'Host: servery.test']);
      const [, policy = ''] = /^permissions-policy: (.*)$/im.exec(reply) ?? [];
      for (const feature of ['camera', 'microphone', 'geolocation', 'usb', 'serial', 'hid'])
        expect(policy).toContain(`${feature}=()`);
    }
  });
});
