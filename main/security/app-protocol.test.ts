import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy, fileOf, isOwnPage, serveApp } from './app-protocol.ts';

const noOrigins = async () => ({ upload: [], show: [] });
let outside: string;
let folder: string;
beforeAll(() => {
  outside = mkdtempSync(path.join(tmpdir(), 'servery-app-'));
  folder = path.join(outside, 'renderer');
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), '<meta content="__CSP_NONCE__">');
  writeFileSync(path.join(folder, 'assets/app.js'), '1');
  writeFileSync(path.join(outside, 'package.json'), '{"secret":1}');
  symlinkSync(path.join(outside, 'package.json'), path.join(folder, 'link.json'));
});
afterAll(() => rmSync(outside, { recursive: true, force: true }));

describe('what counts as one of our own pages (E13)', () => {
  it.each([
    ['app://till/', true],
    ['app://till/outlets/1?order=2', true],
    ['app://till.evil/', false],
    ['app://user@till/', false],
    ['app://till:1/', false],
    ['https://till/', false],
    ['file:///etc/passwd', false],
    ['data:text/html,x', false],
    ['javascript:alert(1)', false],
    ['blob:app://till/x', false],
    ['', false],
  ])('%s: %s', (address, own) => expect(isOwnPage(address)).toBe(own));
});

describe('nothing outside the folder is served (E18)', () => {
  it.each([
    ['app://till/', 200],
    ['app://till/outlets/1', 200],
    ['app://till/assets/app.js', 200],
    ['app://till/assets/gone.js', 404],
    ['app://till/..%2fpackage.json', 403],
    ['app://till/%2e%2e/package.json', 404],
    ['app://till/assets/..%2f..%2fpackage.json', 403],
    ['app://till/..%5cpackage.json', 403],
    ['app://till/%00.js', 403],
    ['app://till/%E0%A4%A.js', 403],
    ['app://till/link.json', 403],
    ['app://till/index.php', 403],
    ['app://evil/', 403],
  ])('%s is %i', async (url, status) => {
    const reply = await serveApp(folder, () => 'https://api.example/api', noOrigins)({ url });
    expect(reply.status).toBe(status);
    expect(await reply.text()).not.toContain('secret');
  });

  it('is the same as a pure function', () => {
    expect(fileOf('app://till/a/b', '/x')).toBe('/x/index.html');
    expect(fileOf('app://till//etc/passwd', '/x')).toBe('/x/index.html');
  });
});

describe('the policy of a page (E7)', () => {
  it('has a new nonce each time, in the header and in the page', async () => {
    const serve = serveApp(folder, () => 'https://api.example/api', noOrigins);
    const [one, two] = await Promise.all([serve({ url: 'app://till/' }), serve({ url: 'app://till/' })]);
    const nonce = /'nonce-([^']+)'/.exec(one.headers.get('content-security-policy') ?? '')?.[1] ?? '';
    expect(await one.text()).toBe(`<meta content="${nonce}">`);
    expect(two.headers.get('content-security-policy')).not.toContain(nonce);
  });

  it('lets the page reach the API and its socket, and nothing else', () => {
    const policy = contentSecurityPolicy('n', 'https://api.example:8443/api', { upload: [], show: [] });
    expect(policy).toContain("connect-src 'self' https://api.example:8443 wss://api.example:8443;");
    expect(policy).toContain("img-src 'self' data: blob: https://api.example:8443;");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it('lets it to the bucket that the API keeps images in: to send to the one origin, to show from the other (D38)', () => {
    const images = { upload: ['https://bucket.example'], show: ['https://cdn.example'] };
    const policy = contentSecurityPolicy('n', 'https://api.example/api', images);
    expect(policy).toContain(
      "connect-src 'self' https://api.example wss://api.example https://bucket.example;",
    );
    expect(policy).toContain("img-src 'self' data: blob: https://api.example https://cdn.example;");
  });
});
