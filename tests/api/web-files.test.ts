import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brand } from '#shared/base/brand.ts';
import { testServer, type TestServer } from '../../server/testing/server.ts';

const files = {
  'app.html': '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__">',
  'app.sign-in.html': '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><form>',
  'index.html': '<!doctype html><script>1</script><h1>Home</h1>',
  'pricing.html': '<!doctype html><h1>Pricing</h1>',
  '404.html': '<!doctype html><h1>No page</h1>',
  'mark.svg': '<svg/>',
  'assets/app-12345678.js': 'export const a = 1;',
};

describe('the web build (D44)', () => {
  let server: TestServer;
  let webFolder: string;

  beforeAll(async () => {
    webFolder = await mkdtemp(path.join(tmpdir(), 'servery-web-'));
    await mkdir(path.join(webFolder, 'assets'));
    for (const [name, content] of Object.entries(files)) {
      await writeFile(path.join(webFolder, name), content);
      if (name.startsWith('app.')) continue;
      await writeFile(path.join(webFolder, `${name}.br`), brotliCompressSync(content));
      await writeFile(path.join(webFolder, `${name}.gz`), gzipSync(content));
    }
    server = await testServer({ webFolder });
  });
  afterAll(async () => {
    await server.close();
    await rm(webFolder, { recursive: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) =>
    server.app.server.inject({ url, headers });

  it.each(['/', '/pricing', '/assets/app-12345678.js'])(
    '%s goes out as it was compressed, and says what it depends on',
    async (url) => {
      const plain = await get(url);
      expect(plain.headers).not.toHaveProperty('content-encoding');
      for (const [encoding, read] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const reply = await get(url, { 'accept-encoding': encoding });
        expect(reply.headers['content-encoding']).toBe(encoding);
        expect(reply.headers['content-type']).toBe(plain.headers['content-type']);
        expect(String(reply.headers['vary']).toLowerCase()).toContain('accept-encoding');
        expect(read(reply.rawPayload).toString()).toBe(plain.body);
      }
    },
  );

  it('stands on one port with the API (D3)', async () => {
    expect((await get('/')).headers['content-type']).toMatch(/^text\/html/);
    expect((await get('/api/openapi.json')).json()).toMatchObject({ openapi: '3.1.1' });
  });

  it('hashed files are kept for good; pages are asked for again, and not sent twice', async () => {
    expect((await get('/assets/app-12345678.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    for (const url of ['/', '/pricing', '/mark.svg']) {
      const { headers, statusCode } = await get(url);
      expect([statusCode, headers['cache-control']], url).toEqual([200, 'no-cache']);
      const again = await get(url, { 'if-none-match': String(headers['etag']) });
      expect([again.statusCode, again.body], url).toEqual([304, '']);
    }
    expect((await get('/outlets')).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/outlets', '/sign-in'])('%s has another nonce each time, which its policy names', async (url) => {
    const [one, other] = [await get(url), await get(url)];
    expect(one.body.includes('<form>'), 'the form to sign in, before any script').toBe(url === '/sign-in');
    const nonce = /content="(?<nonce>[^"]+)"/.exec(one.body)?.groups?.['nonce'] ?? '';
    expect(String(one.headers['content-security-policy'])).toContain(`'nonce-${nonce}'`);
    expect(other.body).not.toBe(one.body);
  });

  it('a public page may run the script it was built with, by its hash, and none beside it', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    // Of `1`.
    expect(policy).toContain("script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('nonce');
    expect(String((await get('/pricing')).headers['content-security-policy'])).toMatch(/script-src 'self';/);
  });

  it('an address that is none is 404; so is a file that is not there', async () => {
    for (const url of ['/nowhere', '/pricing/more', '/index', '/app', '/404', '/..%2fpricing']) {
      const reply = await get(url);
      expect([reply.statusCode, reply.body], url).toEqual([404, files['404.html']]);
    }
    for (const url of ['/assets/app-old.js', '/app.html', '/index.html.br', '/assets/app-12345678.js.br'])
      expect((await get(url)).statusCode, url).toBe(404);
    expect((await get('/admin/sellers/any')).statusCode).toBe(200);
  });

  it('the legal documents are elsewhere', async () => {
    for (const [url, to] of [
      ['/privacy-policy', brand.legal.privacy],
      ['/terms-and-conditions', brand.legal.terms],
      ['/disclaimer', brand.legal.disclaimer],
    ] as const) {
      const reply = await get(url);
      expect([reply.statusCode, reply.headers['location']]).toEqual([302, to]);
    }
  });
});

it('a page that was built for the API of another origin may ask that, and no other (VITE_API_URL)', async () => {
  const webFolder = await mkdtemp(path.join(tmpdir(), 'servery-web-'));
  const page = (name: string) => writeFile(path.join(webFolder, name), '<!doctype html><h1>A page</h1>');
  await Promise.all(['index.html', '404.html'].map(page));
  const named = '<meta name="api-origin" content="https://api.example:8443">';
  await writeFile(path.join(webFolder, 'app.html'), `<!doctype html><head>${named}</head>`);
  const server = await testServer({ webFolder });
  const policyOf = async (url: string) =>
    String((await server.app.server.inject({ url })).headers['content-security-policy']);
  const asks = "connect-src 'self' https://api.example:8443 wss://api.example:8443";
  expect((await policyOf('/outlets')).split('; ')).toEqual(
    expect.arrayContaining([asks, "img-src 'self' data: blob: https://api.example:8443"]),
  );
  for (const url of ['/', '/nowhere']) expect((await policyOf(url)).split('; '), url).toContain(asks);
  await server.close();
  await rm(webFolder, { recursive: true });
});
