import { mkdirSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { MOST_IMAGE_BYTES } from '#shared/api/images.ts';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse, type Refusal } from '../http/refusal.ts';
import { sendRefusal } from '../http/send-refusal.ts';
import type { Turns } from '../limits/turns.ts';
import type { BuiltInStore, SignedUpload } from './built-in-store.ts';
import { pictureTypes } from './check-picture.ts';
import { sellerOfUpload } from './image-keys.ts';

/**
 * Serves the built-in store over HTTP: a signed address accepts one file, and anyone may read a published picture.
 * @param arriving each seller has only a few files stored at once
 */
export async function serveImages(app: FastifyInstance, store: BuiltInStore, arriving: Turns): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(Object.values(pictureTypes), (_request, body, done) => done(null, body));
    scope.put(
      `${store.base}uploads/*`,
      { bodyLimit: MOST_IMAGE_BYTES, config: { limit: 'uploads-network', readsBodyItself: true } },
      async (request, reply) => {
        const refusal = await receive(store, arriving, request);
        // The unread rest of the file must not be parsed as the next request.
        return refusal ? sendRefusal(reply.header('connection', 'close'), refusal) : reply.status(200).send();
      },
    );
  });

  // The static file server needs the folder before the first picture exists.
  mkdirSync(store.picturesFolder, { recursive: true, mode: 0o700 });
  await app.register(fastifyStatic, {
    root: store.picturesFolder,
    prefix: `${store.base}pictures/`,
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(reply) {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
      reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
}

/** Null if the file was stored. */
async function receive(
  store: BuiltInStore,
  arriving: Turns,
  request: FastifyRequest,
): Promise<Refusal | null> {
  const upload = readAddress(store, request);
  if (upload === null)
    return refuse(403, 'UPLOAD_ADDRESS_INVALID', 'This address does not take a file, or not any more.');
  const { 'content-type': type, 'content-length': length } = request.headers;
  if (type !== upload.type)
    return refuse(403, 'UPLOAD_TYPE', `This address takes a file of the type ${upload.type}.`);
  if (upload.sizeBytes !== null && length !== undefined && Number(length) !== upload.sizeBytes)
    return refuse(403, 'UPLOAD_SIZE', `This address takes a file of ${upload.sizeBytes} bytes.`);
  const received = await arriving.run(sellerOfUpload(upload.key), () =>
    store.receive(upload.key, request.body as Readable, upload.sizeBytes ?? MOST_IMAGE_BYTES),
  );
  switch (received) {
    case 'kept':
      return null;
    case 'too-large':
      return refuse(413, 'TOO_LARGE', 'The image must be at most 5 MB.');
    case 'broken':
      return refuse(400, 'UPLOAD_BROKEN', 'The image did not arrive whole.');
    case 'taken':
      return refuse(409, 'UPLOAD_TAKEN', 'This address has taken its file already. Please ask for another.');
    case 'too-many':
      return refuse(429, 'TOO_MANY_UPLOADS', 'Too many images are waiting. Please try again tomorrow.', {
        retryAfter: 60 * 60,
      });
  }
}

/** The upload that the address signs; null if it was not signed here or has expired. */
function readAddress(store: BuiltInStore, request: FastifyRequest): SignedUpload | null {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const size = searchParams.get('size');
  const upload: SignedUpload = {
    key: pathname.slice(store.base.length),
    type: searchParams.get('type') ?? '',
    sizeBytes: size === null ? null : Number(size),
    expires: Number(searchParams.get('expires')),
  };
  return store.isSigned(upload, searchParams.get('signature') ?? '') ? upload : null;
}
