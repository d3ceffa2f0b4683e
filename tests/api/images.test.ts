import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorBody } from '#shared/api/errors.ts';
import { MOST_IMAGE_BYTES } from '#shared/api/images.ts';
import { readConfig } from '../../server/config/config.ts';
import { testServer, type Seller, type TestServer } from '../../server/testing/server.ts';
import { jpeg, png, webp } from '../support/samples/pictures.ts';
import { startS3, type S3 } from '../support/servers/s3.ts';

const DAY_MS = 24 * 60 * 60_000;

const newOutlet = async (seller: Seller): Promise<string> =>
  (await seller.send('POST', '/sellers/outlets', { name: 'The Old Ferry' })).body.id;

/** A client of a listening server: requests an address, and resolves it against the API's. */
function client(server: () => TestServer, origin: () => string) {
  const sign = async (seller: Seller, name: string, type = 'image/jpeg', size?: number) => {
    const query = new URLSearchParams({ 'file-name': name, 'file-type': type });
    if (size !== undefined) query.set('file-size', String(size));
    return seller.send('GET', `/sellers/sign-s3-file?${query}`);
  };
  const put = (signedRequest: string, file: Buffer, type = 'image/jpeg') =>
    fetch(new URL(signedRequest, origin()), {
      method: 'PUT',
      headers: { 'content-type': type },
      body: new Uint8Array(file),
    });
  const adopt = (seller: Seller, outletId: string, imageUrl: string) =>
    seller.send('POST', `/sellers/outlets/${outletId}/brand-image`, { imageUrl });
  return {
    sign,
    put,
    adopt,
    show: (url: string) => fetch(new URL(url, origin())),
    async send(seller: Seller, outletId: string, file: Buffer, type = 'image/jpeg') {
      const { body } = await sign(seller, `${outletId}.jpeg`, type);
      expect((await put(body.signedRequest, file, type)).status).toBe(200);
      return body.url as string;
    },
    imageOf: async (outletId: string) =>
      (await server().send('GET', `/customers/outlets/${outletId}/menu`)).body.outlet.brandImageUrl,
  };
}

for (const kind of ['built-in', 'S3'] as const)
  describe(`images in the ${kind} store (D38)`, () => {
    let s3: S3 | undefined;
    let server: TestServer;
    let origin: string;
    let seller: Seller;
    let outletId: string;
    const { sign, put, adopt, show, send, imageOf } = client(
      () => server,
      () => origin,
    );

    beforeAll(async () => {
      if (kind === 'S3') s3 = await startS3();
      server = await testServer(s3 ? { s3: s3.settings } : {});
      origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' });
      seller = await server.seller();
      outletId = await newOutlet(seller);
      // So that anybody may read its menu.
      await server.database.kysely
        .updateTable('outlets')
        .set({ status: 'verified' })
        .where('id', '=', outletId)
        .execute();
    });
    afterAll(async () => {
      await server.close();
      await s3?.stop();
    });

    it('says, to anyone, which origins a page must be let to for images', async () => {
      const bucket = s3?.settings.endpoint;
      const origins = bucket ? { upload: [bucket], show: [bucket] } : { upload: [], show: [] };
      expect(await server.send('GET', '/images/origins')).toMatchObject({ status: 200, body: origins });
    });

    it('an address takes a file, and the outlet shows it to its customers and its staff', async () => {
      for (const [file, type] of [
        [jpeg(500, 500), 'image/jpeg'],
        [png(), 'image/png'],
        [webp(), 'image/webp'],
      ] as const) {
        const url = await send(seller, outletId, file, type);
        const { status, body } = await adopt(seller, outletId, url);
        expect(status).toBe(200);
        expect(await imageOf(outletId)).toBe(body.brandImageUrl);
        const { body: outlet } = await seller.send('GET', `/sellers/outlets/${outletId}`);
        expect(outlet.brandImageUrl).toBe(body.brandImageUrl);
        const shown = await show(body.brandImageUrl);
        expect(shown.status).toBe(200);
        expect(shown.headers.get('content-type')).toBe(type);
        expect(shown.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(Buffer.from(await shown.arrayBuffer()).equals(file)).toBe(true);
      }
    });

    it('the same image may be told twice, as after a reply that was lost', async () => {
      const url = await send(seller, outletId, jpeg());
      expect((await adopt(seller, outletId, url)).status).toBe(200);
      expect((await adopt(seller, outletId, url)).status).toBe(200);
    });

    it('what a file is called decides nothing: its type is read from its bytes', async () => {
      const url = await send(seller, outletId, png(), 'image/jpeg');
      const { body } = await adopt(seller, outletId, url);
      expect((await show(body.brandImageUrl)).headers.get('content-type')).toBe('image/png');
    });

    it('what is no picture, or too large a one, is refused and removed (P16)', async () => {
      const before = await imageOf(outletId);
      const html = Buffer.from('<!doctype html><script>alert(1)</script>');
      const damaged = Buffer.concat([png().subarray(0, 12), Buffer.alloc(40)]);
      for (const [file, code] of [
        [html, 'IMAGE_TYPE'],
        [Buffer.from('GIF89a\u0004\0\u0004\0\0\0\0'), 'IMAGE_TYPE'],
        [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'IMAGE_TYPE'],
        [Buffer.alloc(0), 'IMAGE_TYPE'],
        [jpeg().subarray(0, 4), 'IMAGE_UNREADABLE'],
        [damaged, 'IMAGE_TYPE'],
        [png(501, 4), 'IMAGE_DIMENSIONS'],
        [jpeg(4, 501), 'IMAGE_DIMENSIONS'],
        [webp(16_000, 16_000), 'IMAGE_DIMENSIONS'],
      ] as const) {
        const url = await send(seller, outletId, file);
        const refused = await adopt(seller, outletId, url);
        expect(refused, `${code} ${JSON.stringify(refused.body)}`).toMatchObject({
          status: 422,
          body: { error: { code } },
        });
        expect((await adopt(seller, outletId, url)).body.error.code).toBe('IMAGE_MISSING');
      }
      expect(await imageOf(outletId)).toBe(before);
    });

    it('an address of nobody’s, of another seller’s or for another outlet is 400 (P16)', async () => {
      const other = await server.seller();
      const others = await newOutlet(other);
      const second = await newOutlet(seller);
      const url = await send(seller, outletId, jpeg());
      const stolen = await send(other, others, jpeg());
      const prefix = url.slice(0, url.indexOf('uploads/'));
      for (const imageUrl of [
        'javascript:alert(1)',
        'https://evil.example/a.jpg',
        `https://evil.example${url}`,
        `${url}?x=1`,
        `${url}/../../x`,
        `${prefix}uploads/${seller.id}/../${seller.id}/any/${randomUUID()}`,
        `${prefix}pictures/${outletId}/${randomUUID()}.jpg`,
        stolen,
        '',
        '/etc/passwd',
      ])
        expect((await adopt(seller, outletId, imageUrl)).status, imageUrl).toBe(400);
      expect((await adopt(seller, second, url)).status).toBe(400);
      expect((await adopt(seller, others, url)).status).toBe(404);
      expect((await adopt(other, outletId, stolen)).status).toBe(404);
    });

    it('the server makes the key; a client’s file name is never in it (P16)', async () => {
      for (const name of ['../../x', '..%2f..%2fx', 'a/b', 'photo.jpg', 'x\r\ny', '\\windows']) {
        const { status, body } = await sign(seller, name);
        expect(status).toBe(200);
        expect(decodeURIComponent(body.url)).toMatch(new RegExp(`/uploads/${seller.id}/any/[0-9a-f-]{36}$`));
        expect((await put(body.signedRequest, jpeg())).status).toBe(200);
        expect((await adopt(seller, outletId, body.url)).status).toBe(200);
      }
      const { body } = await sign(seller, `${outletId}.jpeg`);
      expect(body.url).toContain(`/uploads/${seller.id}/${outletId}/`);
    });

    it('an outlet that is another seller’s or nobody’s is 404, and only pictures get an address (D6)', async () => {
      const others = await newOutlet(await server.seller());
      expect((await sign(seller, `${others}.jpeg`)).status).toBe(404);
      expect((await sign(seller, `${randomUUID()}.jpeg`)).status).toBe(404);
      for (const type of ['text/html', 'image/svg+xml', 'image/gif', ''])
        expect((await sign(seller, 'photo', type)).status, type).toBe(400);
      for (const size of [0, -1, 1.5, MOST_IMAGE_BYTES + 1])
        expect((await sign(seller, 'photo', 'image/png', size)).status, String(size)).toBe(400);
    });

    it('the address takes the type that was asked for and nothing else (P16)', async () => {
      const { body } = await sign(seller, outletId, 'image/png');
      for (const type of ['text/html', 'image/jpeg', 'image/png; charset=utf-8'])
        expect((await put(body.signedRequest, png(), type)).status, type).toBeGreaterThanOrEqual(403);
      expect((await adopt(seller, outletId, body.url)).body.error.code).toBe('IMAGE_MISSING');
      expect((await put(body.signedRequest, png(), 'image/png')).status).toBe(200);
    });

    it('an outlet’s former image goes with the one in its place, and a file that was made none after a day', async () => {
      const { body: old } = await adopt(seller, outletId, await send(seller, outletId, jpeg()));
      const { body: current } = await adopt(
        seller,
        outletId,
        await send(seller, outletId, png(), 'image/png'),
      );
      expect((await show(old.brandImageUrl)).status).toBe(404);
      const unused = await send(seller, outletId, jpeg());
      const late = await send(seller, outletId, jpeg());
      const later: Seller = { ...seller, send: server.sendFor(seller.id) };
      server.clock.advance(DAY_MS - 60_000);
      await server.app.doChores();
      expect((await adopt(later, outletId, unused)).status, 'before the day is over').toBe(200);
      const { body: second } = await adopt(later, outletId, await send(later, outletId, png(), 'image/png'));
      server.clock.advance(2 * 60_000);
      await server.app.doChores();
      expect((await adopt(later, outletId, late)).body.error.code).toBe('IMAGE_MISSING');
      expect((await show(second.brandImageUrl)).status).toBe(200);
      expect(second.brandImageUrl).not.toBe(current.brandImageUrl);
      expect(await imageOf(outletId)).toBe(second.brandImageUrl);
    });
  });

describe('the built-in store (D38)', () => {
  let server: TestServer;
  let origin: string;
  let seller: Seller;
  let outletId: string;
  const { sign, put, adopt, show, send } = client(
    () => server,
    () => origin,
  );
  const kept = async (folder = '') => {
    const below = path.join(server.dataDir, 'images', folder);
    const entries = await readdir(below, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  };

  beforeAll(async () => {
    server = await testServer();
    origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' });
  });
  beforeEach(async () => {
    seller = await server.seller();
    outletId = await newOutlet(seller);
  });
  afterAll(() => server.close());

  it('a picture is served as what it is, to anyone, for good, and runs nothing', async () => {
    const { body } = await adopt(seller, outletId, await send(seller, outletId, jpeg()));
    expect(body.brandImageUrl).toMatch(new RegExp(`^/api/images/pictures/${outletId}/[0-9a-f-]{36}\\.jpg$`));
    const shown = await show(body.brandImageUrl);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    const head = await fetch(new URL(body.brandImageUrl, origin), { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(jpeg().length));
  });

  it('a page of the till may send its file, one of anybody else’s may not (E27)', async () => {
    const { body } = await sign(seller, outletId);
    const preflight = (from: string) =>
      server.app.server.inject({
        method: 'OPTIONS',
        url: body.signedRequest,
        headers: {
          origin: from,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type',
        },
      });
    const { headers } = await preflight('app://till');
    expect(headers['access-control-allow-origin']).toBe('app://till');
    expect(headers['access-control-allow-methods']).toContain('PUT');
    expect((await preflight('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
  });

  it('nothing but pictures can be read, whatever the path', async () => {
    const { body } = await sign(seller, outletId);
    await put(body.signedRequest, jpeg());
    for (const address of [
      body.url,
      '/api/images/pictures/',
      `/api/images/pictures/${outletId}`,
      `/api/images/pictures/${outletId}/${randomUUID()}.jpg`,
      '/api/images/pictures/..%2f..%2ftoken-secret',
      '/api/images/pictures/%2e%2e/%2e%2e/token-secret',
      '/api/images/pictures/..\\..\\token-secret',
      '/api/images/pictures/%00',
      '/api/images/pictures/.hidden',
      '/api/images',
    ]) {
      const reply = await server.app.server.inject({ url: address });
      expect([400, 403, 404], `${address} ${reply.statusCode}`).toContain(reply.statusCode);
      expect(errorBody.safeParse(reply.json()).success, reply.body).toBe(true);
    }
  });

  it('an address that was changed, or is over, takes nothing (P16)', async () => {
    const { body } = await sign(seller, outletId, 'image/jpeg', jpeg().length);
    const signed = new URL(body.signedRequest, origin);
    const changed = (change: (url: URL) => void) => {
      const url = new URL(signed);
      change(url);
      return url.href;
    };
    const before = await kept();
    for (const address of [
      changed((url) => url.searchParams.set('type', 'image/png')),
      changed((url) => url.searchParams.set('size', '4000000')),
      changed((url) => url.searchParams.delete('size')),
      changed((url) => url.searchParams.set('expires', '99999999999')),
      changed((url) => url.searchParams.set('signature', 'x'.repeat(43))),
      changed((url) => (url.pathname = url.pathname.replace(outletId, 'any'))),
      changed((url) => (url.pathname += 'x')),
      changed((url) => (url.search = '')),
    ]) {
      const reply = await put(address, jpeg());
      expect(reply.status, address).toBe(403);
      expect(errorBody.safeParse(await reply.json()).success).toBe(true);
    }
    expect((await put(body.signedRequest, png())).status).toBe(403);
    server.clock.advance(16 * 60_000);
    expect((await put(body.signedRequest, jpeg())).status).toBe(403);
    expect(await kept()).toBe(before);
  });

  it('an address takes one file, once', async () => {
    const { body } = await sign(seller, outletId);
    const replies = await Promise.all(Array.from({ length: 5 }, () => put(body.signedRequest, jpeg())));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    expect((await put(body.signedRequest, png())).status).toBe(409);
  });

  it('more than 5 MB is not kept, whether its length is told or not, and neither is half a file (P16)', async () => {
    const before = await kept();
    const { body } = await sign(seller, outletId);
    const big = Buffer.concat([jpeg(), Buffer.alloc(MOST_IMAGE_BYTES)]);
    expect((await put(body.signedRequest, big).catch(() => null))?.status ?? 413).toBe(413);
    const chunks = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const endless = await fetch(new URL(body.signedRequest, origin), {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: chunks,
      duplex: 'half',
    } as RequestInit).catch(() => null);
    expect(endless?.status ?? 413).toBe(413);

    const { port } = new URL(origin);
    const socket = connect(Number(port), '127.0.0.1');
    const { pathname, search } = new URL(body.signedRequest, origin);
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Type: image/jpeg\r\nContent-Length: 1000\r\n\r\n`,
    );
    socket.write(jpeg());
    await vi.waitFor(async () => expect(await kept()).toBe(before + 1), { timeout: 5_000 });
    socket.destroy();
    await vi.waitFor(async () => expect(await kept()).toBe(before), { timeout: 5_000 });
    // The address still accepts the whole file.
    expect((await put(body.signedRequest, jpeg())).status).toBe(200);
  });

  it('a seller can have only so many files waiting', async () => {
    for (let count = 0; count < 50; count += 1) await send(seller, outletId, jpeg());
    const { body } = await sign(seller, 'any other name');
    const refused = await put(body.signedRequest, jpeg());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    server.clock.advance(DAY_MS + 60_000);
    await server.app.doChores();
    expect(await kept(`uploads/${seller.id}`)).toBe(0);
  });
});

describe('the S3 store (D38)', () => {
  let s3: S3;
  let server: TestServer;
  let seller: Seller;

  beforeAll(async () => {
    s3 = await startS3();
    server = await testServer({ s3: s3.settings });
    seller = await server.seller();
  });
  afterAll(async () => {
    await server.close();
    await s3.stop();
  });

  it('the address signs type and size, and holds no checksum of an empty file (P16)', async () => {
    const { body } = await seller.send(
      'GET',
      '/sellers/sign-s3-file?file-name=a&file-type=image/png&file-size=100',
    );
    const { searchParams } = new URL(body.signedRequest);
    expect(searchParams.get('X-Amz-SignedHeaders')?.split(';').toSorted()).toEqual([
      'content-length',
      'content-type',
      'host',
    ]);
    expect([...searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
    const { body: unsized } = await seller.send(
      'GET',
      '/sellers/sign-s3-file?file-name=a&file-type=image/png',
    );
    expect(new URL(unsized.signedRequest).searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host');
  });

  it('a seller gets only so many addresses a day', async () => {
    const few = await testServer({ s3: s3.settings, limits: ['upload-addresses-seller=3'] });
    const [one, other] = [await few.seller(), await few.seller()];
    const address = '/sellers/sign-s3-file?file-name=a&file-type=image/png';
    const replies = await Promise.all(Array.from({ length: 5 }, () => one.send('GET', address)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(80_000);
    expect((await other.send('GET', address)).status).toBe(200);
    few.clock.advance(DAY_MS + 60_000);
    expect((await few.sendFor(one.id)('GET', address)).status).toBe(200);
    await few.close();
  });

  it('a file that is larger than was said is refused by the bucket, and one over 5 MB here (P16)', async () => {
    const outletId = await newOutlet(seller);
    const put = (address: string, file: Buffer) =>
      fetch(address, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: new Uint8Array(file) });
    const { body: sized } = await seller.send(
      'GET',
      `/sellers/sign-s3-file?file-name=${outletId}&file-type=image/png&file-size=100`,
    );
    expect((await put(sized.signedRequest, Buffer.alloc(101))).status).toBe(403);
    const { body } = await seller.send(
      'GET',
      `/sellers/sign-s3-file?file-name=${outletId}&file-type=image/png`,
    );
    expect(
      (await put(body.signedRequest, Buffer.concat([png(), Buffer.alloc(MOST_IMAGE_BYTES)]))).status,
    ).toBe(200);
    const refused = await seller.send('POST', `/sellers/outlets/${outletId}/brand-image`, {
      imageUrl: body.url,
    });
    expect(refused).toMatchObject({ status: 413, body: { error: { code: 'TOO_LARGE' } } });
    expect((await fetch(body.url)).status).toBe(404);
  });

  it('the picture cannot be changed through the address any more once it was checked', async () => {
    const outletId = await newOutlet(seller);
    const { body } = await seller.send(
      'GET',
      `/sellers/sign-s3-file?file-name=${outletId}&file-type=image/png`,
    );
    const put = (file: Buffer) =>
      fetch(body.signedRequest, {
        method: 'PUT',
        headers: { 'content-type': 'image/png' },
        body: new Uint8Array(file),
      });
    await put(png());
    const { body: adopted } = await seller.send('POST', `/sellers/outlets/${outletId}/brand-image`, {
      imageUrl: body.url,
    });
    expect((await put(Buffer.from('<script>alert(1)</script>'))).status).toBe(200);
    const shown = Buffer.from(await (await fetch(adopted.brandImageUrl)).arrayBuffer());
    expect(createHash('sha256').update(shown).digest('hex')).toBe(
      createHash('sha256').update(png()).digest('hex'),
    );
  });

  it('a bucket that cannot be reached is a 503, and the outlet keeps its image', async () => {
    const away = await testServer({ s3: { ...s3.settings, endpoint: 'http://127.0.0.1:9' } });
    const owner = await away.seller();
    const outletId = await newOutlet(owner);
    const { body } = await owner.send(
      'GET',
      `/sellers/sign-s3-file?file-name=${outletId}&file-type=image/png`,
    );
    const address = `/sellers/outlets/${outletId}/brand-image`;
    const refused = await owner.send('POST', address, { imageUrl: body.url });
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await away.close();
  });

  it('a page may load pictures from the bucket and send files to it, and nothing else', async () => {
    const { settings } = s3;
    const { s3ImageStore } = await import('../../server/images/s3-store.ts');
    expect(s3ImageStore({ ...settings, publicUrl: 'https://pictures.example.com/shop/' })).toMatchObject({
      base: 'https://pictures.example.com/shop/',
      origins: { upload: [settings.endpoint], show: ['https://pictures.example.com'] },
    });
    expect(s3ImageStore({ ...settings, endpoint: null }).base).toBe(
      'https://pictures.s3.eu-west-2.amazonaws.com/',
    );
  });
});

it('a picture keeps its bytes on disk under a name of the server’s', async () => {
  const server = await testServer();
  const seller = await server.seller();
  const outletId = await newOutlet(seller);
  const origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' });
  const { send, adopt } = client(
    () => server,
    () => origin,
  );
  const { body } = await adopt(seller, outletId, await send(seller, outletId, png(), 'image/png'));
  const file = path.join(server.dataDir, body.brandImageUrl.slice('/api/'.length));
  expect((await readFile(file)).equals(png())).toBe(true);
  await server.close();
});

it('a bucket is named by settings, its keys by the usual variables or by files (L15)', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'servery-config-'));
  const file = path.join(folder, 'key');
  await writeFile(file, 'a secret key\n');
  const base = { TOKEN_SECRET: 'x'.repeat(16) + randomUUID() };
  expect(readConfig(base).s3).toBe(null);
  const bucket = { ...base, S3_BUCKET: 'pictures', S3_REGION: 'eu-west-2' };
  expect(readConfig(bucket).s3).toEqual({
    bucket: 'pictures',
    region: 'eu-west-2',
    endpoint: null,
    publicUrl: null,
    credentials: null,
  });
  const keyed = { ...bucket, AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY_FILE: file };
  expect(readConfig(keyed).s3?.credentials).toEqual({ accessKeyId: 'id', secretAccessKey: 'a secret key' });
  expect(() => readConfig({ ...bucket, AWS_ACCESS_KEY_ID: 'id' })).toThrow(/AWS_SECRET_ACCESS_KEY/);
  expect(() => readConfig({ ...bucket, S3_PUBLIC_URL: 'javascript:alert(1)' })).toThrow(/S3_PUBLIC_URL/);
  await rm(folder, { recursive: true });
});
