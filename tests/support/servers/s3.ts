import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import type { S3Settings } from '../../../server/images/s3-store.ts';

export type S3 = { settings: S3Settings; stop(): Promise<void> };

const region = 'eu-west-2';
const secretAccessKey = 'S3RVER';

/**
 * An S3 server with one empty bucket, on a free port. It checks signed addresses against their requests, which s3rver
 * does not.
 */
export async function startS3(): Promise<S3> {
  const directory = await mkdtemp(path.join(tmpdir(), 'servery-s3-'));
  const s3rver = new S3rver({
    address: '127.0.0.1',
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: 'pictures', configs: [] }],
  });
  await s3rver.configureBuckets();
  const answer = s3rver.callback();
  const server = createServer((request, response) => {
    if (isSignedAsSent(request)) return answer(request, response);
    response.writeHead(403, { connection: 'close' }).end('SignatureDoesNotMatch');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      bucket: 'pictures',
      region,
      endpoint: `http://127.0.0.1:${port}`,
      publicUrl: null,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey },
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Whether a signed address was made for this request's method, path and headers (AWS Signature Version 4). */
function isSignedAsSent({ method = '', url = '', headers }: IncomingMessage): boolean {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const signature = searchParams.get('X-Amz-Signature');
  if (signature === null) return true;
  searchParams.delete('X-Amz-Signature');
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted();
  const signed = (searchParams.get('X-Amz-SignedHeaders') ?? '').split(';');
  const canonical = [
    method,
    pathname,
    query.join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const [, ...scope] = (searchParams.get('X-Amz-Credential') ?? '').split('/');
  const toSign = [
    'AWS4-HMAC-SHA256',
    searchParams.get('X-Amz-Date'),
    scope.join('/'),
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = scope.reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  return createHmac('sha256', key).update(toSign).digest('hex') === signature;
}
