import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backUpInto, copyBackup, embeddedBackups } from '../../server/backups/embedded-backups.ts';
import { isDatabaseError, sqlState } from '../../server/database/database.ts';
import { barePicture } from '../../server/images/bare-picture.ts';
import { builtInImageStore } from '../../server/images/built-in-store.ts';
import { testServer, type Seller } from '../../server/testing/server.ts';
import { jpeg, png, webp } from '../support/samples/pictures.ts';
import { listen } from '../support/shop/live-screen.ts';
import { server, setUpServer } from '../support/shop/set-up.ts';

const MOST_WAITING = 50;
const home = 'GPS 51.5074 N, 0.1278 W';

describe('what else is in a picture', () => {
  const segment = (marker: number, data: string) => {
    const body = Buffer.from(data, 'latin1');
    return Buffer.concat([Buffer.from([0xff, marker, 0, body.length + 2]), body]);
  };
  const chunk = (name: string, data: string) => {
    const body = Buffer.from(name + data, 'latin1');
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const riff = (name: string, data: string) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(data.length);
    const even = data.length % 2 ? '\0' : '';
    return Buffer.concat([Buffer.from(name, 'latin1'), size, Buffer.from(data + even, 'latin1')]);
  };
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56]);
  const withScan = Buffer.concat([jpeg().subarray(0, -2), scan, scan, jpeg().subarray(-2)]);

  it('goes from a JPEG: EXIF, XMP, comments, a second picture and what follows the end', () => {
    const notes = [
      segment(0xe1, `Exif\0\0${home}`),
      segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${home}`),
      segment(0xe2, `MPF\0${home}`),
      segment(0xed, `Photoshop 3.0\0${home}`),
      segment(0xfe, home),
    ];
    const noted = Buffer.concat([withScan.subarray(0, 2), ...notes, withScan.subarray(2), Buffer.from(home)]);
    expect(barePicture(noted, 'jpg')).toEqual(withScan);
  });

  it('goes from a PNG: text, EXIF, time, chunks of nobody’s and what follows the end', () => {
    const notes = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'prVt'].map((name) => chunk(name, home));
    const noted = Buffer.concat([png().subarray(0, 33), ...notes, png().subarray(33), Buffer.from(home)]);
    expect(barePicture(noted, 'png')).toEqual(png());
  });

  it('goes from a WebP: EXIF, XMP, their flags and what follows the end', () => {
    const noted = Buffer.concat([webp(), riff('EXIF', home), riff('XMP ', `${home}.`), riff('mine', home)]);
    noted.writeUInt32LE(noted.length - 8, 4);
    noted.writeUInt8(0x0c, 20);
    expect(barePicture(Buffer.concat([noted, Buffer.from(home)]), 'webp')).toEqual(webp());
  });

  it('stays where it says what the colours mean', () => {
    const profile = segment(0xe2, 'ICC_PROFILE\0\u0001\u0001colours');
    const adobe = segment(0xee, 'Adobe\0d\0\0\0\0\u0001');
    const coloured = Buffer.concat([withScan.subarray(0, 2), profile, adobe, withScan.subarray(2)]);
    expect(barePicture(coloured, 'jpg')).toEqual(coloured);
  });

  it('is nothing where the picture breaks off, wherever that is, and is no failure of the server', () => {
    for (const [bytes, type] of [
      [withScan, 'jpg'],
      [png(), 'png'],
    ] as const)
      for (let length = 2; length < bytes.length; length += 1)
        expect(barePicture(bytes.subarray(0, length), type), `${type} cut at ${length}`).toBeNull();
  });
});

describe('a seller’s pictures', () => {
  let seller: Seller;
  let outletId: string;
  let origin: string;
  setUpServer();
  beforeAll(async () => {
    origin = await listen(server);
  });
  beforeEach(async () => {
    seller = await server.seller();
    outletId = (await seller.send('POST', '/sellers/outlets', { name: 'The Old Ferry' })).body.id;
  });

  const sign = async (): Promise<{ signedRequest: string; url: string }> =>
    (await seller.send('GET', '/sellers/sign-s3-file?file-name=a&file-type=image/png')).body;
  const put = async (signedRequest: string, bytes: Buffer) =>
    (
      await fetch(new URL(signedRequest, origin), {
        method: 'PUT',
        headers: { 'content-type': 'image/png' },
        body: new Uint8Array(bytes),
      })
    ).status;
  const adopt = (imageUrl: string) =>
    seller.send('POST', `/sellers/outlets/${outletId}/brand-image`, { imageUrl });
  const kept = async () => {
    const entries = await readdir(path.join(server.dataDir, 'images'), {
      recursive: true,
      withFileTypes: true,
    });
    const theirs = (file: string) => file.includes(seller.id) || file.includes(outletId);
    return entries.filter((entry) => entry.isFile() && theirs(entry.parentPath)).length;
  };

  it('of 200 sent at once, 50 wait and the others are refused; one that was adopted makes room', async () => {
    const signed = await Promise.all(Array.from({ length: 200 }, sign));
    const statuses = await Promise.all(signed.map(({ signedRequest }) => put(signedRequest, png())));
    const taken = signed.filter((_, n) => statuses[n] === 200);
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.length).toBeLessThanOrEqual(MOST_WAITING);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(await kept()).toBe(taken.length);
    expect((await adopt(taken[0]?.url ?? '')).status).toBe(200);
    expect(await put((await sign()).signedRequest, png())).toBe(200);
  });

  it('take the room of one, however often an upload is adopted and the picture is changed', async () => {
    for (let n = 1; n <= 5; n += 1) {
      const { signedRequest, url } = await sign();
      await put(signedRequest, png(n, n));
      const { body: first } = await adopt(url);
      for (let again = 0; again < 3; again += 1)
        expect(await adopt(url), 'as after a lost answer').toMatchObject({ status: 200, body: first });
      expect(await kept()).toBe(1);
      expect((await fetch(new URL(first.brandImageUrl, origin))).status).toBe(200);
    }
  });

  it('another file sent to an address that was used already changes no picture', async () => {
    const { signedRequest, url } = await sign();
    await put(signedRequest, png(3, 3));
    const { body: first } = await adopt(url);
    await put(signedRequest, png(7, 7));
    const before = await (await fetch(new URL(first.brandImageUrl, origin))).arrayBuffer();
    expect(Buffer.from(before)).toEqual(png(3, 3));
  });
});

describe('pictures on their way', () => {
  /** Sends the first bytes of a picture, and the others once it is told to. */
  async function begin(origin: string, by: Seller) {
    const { body } = await by.send('GET', '/sellers/sign-s3-file?file-name=a&file-type=image/png');
    const sending = request(new URL(body.signedRequest, origin), {
      method: 'PUT',
      headers: { 'content-type': 'image/png', 'content-length': png().length },
    });
    sending.write(png().subarray(0, 10));
    const status = once(sending, 'response').then(([reply]: IncomingMessage[]) => reply?.statusCode);
    return { status, finish: () => sending.end(png().subarray(10)) };
  }

  /** Two pictures of one seller are under way; `look` is called once another seller’s was taken. */
  async function crowd(limits: string[], look: (isAnswered: () => boolean) => unknown) {
    const server = await testServer({ limits });
    const origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' });
    const [sender, other] = [await server.seller(), await server.seller()];
    const incoming = path.join(server.dataDir, 'images', 'incoming');
    const written = async () => (await readdir(incoming).catch(() => [])).length;
    const slow = [await begin(origin, sender), await begin(origin, sender)];
    await expect.poll(written).toBe(2);
    let answered = false;
    const third = await begin(origin, sender);
    third.finish();
    const last = third.status.then((status) => {
      answered = true;
      return status;
    });
    const others = await begin(origin, other);
    others.finish();
    expect(await others.status).toBe(200);
    await look(() => answered);
    for (const { finish } of slow) finish();
    expect(await Promise.all([...slow.map(({ status }) => status), last])).toEqual([200, 200, 200]);
    await server.close();
  }

  it('are two of one seller at once; the next waits unread, and other sellers do not', async () => {
    await crowd([], (isAnswered) => expect(isAnswered()).toBe(false));
  });

  it('would all be taken at once without that limit', async () => {
    await crowd(['uploads-seller=1000'], async (isAnswered) => {
      await expect.poll(isAnswered).toBe(true);
    });
  });
});

describe('a disk that is nearly full', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'servery-full-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const files = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

  it('takes neither a file nor a picture, before a byte of it is written', async () => {
    const options = { folder, secret: 'x', clock: { now: () => new Date() } };
    const full = builtInImageStore({ ...options, leastFreeBytes: Number.MAX_SAFE_INTEGER });
    for (const attempt of [
      () => full.receive('uploads/a/b/c', Readable.from([png()]), 1_000),
      () => full.write('pictures/a/b.png', png(), 'image/png'),
    ]) {
      const error: unknown = await attempt().catch((reason: unknown) => reason);
      expect(isDatabaseError(error, sqlState.diskFull), 'as the database says it, which is a 503').toBe(true);
    }
    expect(await files()).toEqual([]);
    // A control with enough room.
    const roomy = builtInImageStore({ ...options, leastFreeBytes: 0 });
    expect(await roomy.receive('uploads/a/b/c', Readable.from([png()]), 1_000)).toBe('kept');
  });

  it('takes no backup, which says why', async () => {
    const dump = async () => new ArrayBuffer(1_000);
    const options = { dataDir: folder, keep: 2, everyMs: 0, now: () => new Date() };
    const full = embeddedBackups({ dump }, { ...options, leastFreeBytes: Number.MAX_SAFE_INTEGER });
    await expect(full.make()).rejects.toThrow('too little room on the disk');
    expect(await files()).toEqual([]);
    const made = await embeddedBackups({ dump }, { ...options, leastFreeBytes: 0 }).make();
    expect(await files()).toHaveLength(1);
    // Nor one that is named, or copied, elsewhere on that disk.
    const named = path.join(folder, 'named/saved.tar.gz');
    for (const attempt of [
      (least: number) => backUpInto({ dump }, named, folder, least),
      (least: number) => copyBackup(made, `${named}.copy`, folder, least),
    ]) {
      const before = (await files()).length;
      await expect(attempt(Number.MAX_SAFE_INTEGER)).rejects.toThrow('too little room on the disk');
      expect(await files()).toHaveLength(before);
      await attempt(0);
      expect(await files()).toHaveLength(before + 1);
    }
  });
});
