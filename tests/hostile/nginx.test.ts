import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../support/servers/free-port.ts';
import { run, which } from '../support/runner/run-command.ts';

const missing = (await which('nginx')) === null || (await which('openssl')) === null;

describe.skipIf(missing || process.env['DATABASE_URL'])('nginx in front of the servers', () => {
  let folder: string;
  let port: number;
  let nginx: ChildProcess;
  let behind: Server;
  const agent = new Agent({ keepAlive: true, maxSockets: 40, rejectUnauthorized: false });
  /** The headers that the server behind it received last. */
  let seen: IncomingHttpHeaders = {};

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'servery-nginx-'));
    const file = (name: string) => path.join(folder, name);
    const self = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=servery.test', '-days', '1'];
    await run('openssl', [...self, '-keyout', file('key.pem'), '-out', file('certificate.pem')]);
    behind = createServer((call, reply) => {
      seen = call.headers;
      reply.setHeader('strict-transport-security', 'max-age=1');
      reply.end('here');
    });
    await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
    port = await freePort();
    const conf = readFileSync('deploy/nginx.conf', 'utf8')
      .replace('/etc/nginx/certificates/fullchain.pem', file('certificate.pem'))
      .replace('/etc/nginx/certificates/privkey.pem', file('key.pem'))
      .replace('/run/nginx.pid', file('nginx.pid'))
      .replaceAll(/api-\d:4000/g, `127.0.0.1:${(behind.address() as AddressInfo).port}`)
      // This tests the burst, independent of the machine's speed.
      .replace('rate=100r/s', 'rate=1r/m')
      .replace('/dev/stdout', file('access.log'))
      .replace('/dev/stderr', file('error.log'))
      .replace('listen 443 ', `listen 127.0.0.1:${port} `)
      .replace('127.0.0.1:8080', `127.0.0.1:${await freePort()}`)
      .replace('listen 80 ', `listen 127.0.0.1:${await freePort()} `)
      .replaceAll(/^\s*listen \[::\].*$/gm, '');
    writeFileSync(file('nginx.conf'), `daemon off;\n${conf}`);
    nginx = spawn('nginx', ['-c', file('nginx.conf'), '-e', file('start.log')], { stdio: 'inherit' });
    await vi.waitUntil(async () => (await get('/')).status === 200, { timeout: 100_000 });
  }, 120_000);
  afterAll(async () => {
    agent.destroy();
    nginx.kill('SIGTERM');
    if (nginx.exitCode === null) await new Promise((resolve) => nginx.once('exit', resolve));
    behind.closeAllConnections();
    behind.close();
    rmSync(folder, { recursive: true });
  });

  type Answer = { status: number; headers: IncomingHttpHeaders; raw: string[]; body: string };
  const get = (address: string, headers: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path: address, headers, agent }, (reply) => {
        let body = '';
        reply.setEncoding('utf8').on('data', (part: string) => (body += part));
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, raw: reply.rawHeaders, body }),
        );
      });
      asked.on('error', reject).end();
    }).catch(() => ({ status: 0, headers: {}, raw: [], body: '' }) satisfies Answer);
  const several = (count: number, address: string) =>
    Promise.all(Array.from({ length: count }, () => get(address)));

  it('says once, with every reply, that it is asked over TLS alone', async () => {
    const { raw } = await get('/');
    const said = raw.filter((_, index) => raw[index - 1]?.toLowerCase() === 'strict-transport-security');
    expect(said).toEqual(['max-age=31536000; includeSubDomains']);
  });

  it('believes no caller’s word for where they come from', async () => {
    await get('/', { 'x-forwarded-for': '10.1.2.3', 'x-forwarded-proto': 'http' });
    expect(seen).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
  });

  it.each([
    ['TLS 1.1', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }, false],
    ['a key that is not renewed', { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' }, false],
    ['CBC', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-SHA256' }, false],
    ['Camellia', { maxVersion: 'TLSv1.2', ciphers: 'CAMELLIA128-SHA' }, false],
    ['TLS 1.2 with a fresh key', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' }, true],
    ['TLS 1.3', { minVersion: 'TLSv1.3' }, true],
  ] as const)('%s: spoken %s', async (_name, options, spoken) => {
    const ended = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options });
      socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('secureConnect', () => socket.destroy());
    });
    expect(ended).toBe(spoken);
  });

  it('lets a full pub behind one address order, and refuses a flood in the API’s own words', async () => {
    const room = await several(200, '/api/customers/orders/x');
    expect(new Set(room.map(({ status }) => status))).toEqual(new Set([200]));
    const flood = await several(300, '/api/customers/orders/x');
    const refused = flood.find(({ status }) => status === 429);
    expect(refused?.headers).toMatchObject({
      'retry-after': '2',
      'content-type': expect.stringContaining('json'),
    });
    expect(JSON.parse(refused?.body ?? '{}')).toMatchObject({ error: { code: 'TOO_MANY_REQUESTS' } });
  });

  it('keeps tokens out of its logs, also while no server answers', async () => {
    const secret = 'tracking-token-of-somebody';
    await new Promise((resolve) => {
      behind.closeAllConnections();
      behind.close(resolve);
    });
    await expect.poll(async () => (await get(`/?token=${secret}`)).status, { timeout: 20_000 }).toBe(502);
    const logs = ['access.log', 'error.log']
      .map((name) => readFileSync(path.join(folder, name), 'utf8'))
      .join('');
    expect(logs).toContain('"status":502');
    expect(logs).not.toContain(secret);
    expect(logs).not.toContain('127.0.0.1,');
  });
});
