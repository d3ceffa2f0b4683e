import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { UPLOAD_ADDRESS_MS, type ImageStore } from './image-store.ts';

export type S3Settings = {
  bucket: string;
  region: string;
  /** Null for Amazon's own; another server is addressed with the bucket in the path. */
  endpoint: string | null;
  /** The public address of the bucket, such as a CDN's. */
  publicUrl: string | null;
  /** Null if the SDK finds its own, such as an instance's role. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
};

/** The bucket's policy must let anyone read `pictures/`, and nobody anything else. */
export function s3ImageStore({ bucket, region, endpoint, publicUrl, credentials }: S3Settings): ImageStore {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Otherwise the signed address would contain the checksum of an empty file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 20_000 },
  });
  const amazon = `https://${bucket}.s3.${region}.amazonaws.com`;
  const base = `${(publicUrl ?? (endpoint ? `${endpoint}/${bucket}` : amazon)).replace(/\/+$/, '')}/`;
  const immutable = 'public, max-age=31536000, immutable';

  return {
    base,
    origins: { upload: [new URL(endpoint ?? amazon).origin], show: [new URL(base).origin] },

    signUpload({ key, type, sizeBytes }) {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        ContentType: type,
        ...(sizeBytes !== null && { ContentLength: sizeBytes }),
      });
      return getSignedUrl(client, command, {
        expiresIn: UPLOAD_ADDRESS_MS / 1000,
        signableHeaders: new Set(['host', 'content-type', 'content-length']),
      });
    },

    async read(key, mostBytes) {
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        if (!Body) return null;
        if (ContentLength === undefined || ContentLength > mostBytes) {
          if ('destroy' in Body) Body.destroy();
          return 'too-large';
        }
        return Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },

    async write(key, bytes, type) {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: bytes,
          ContentType: type,
          CacheControl: immutable,
        }),
      );
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },

    async *list() {
      for (const folder of ['uploads/', 'pictures/'])
        for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: folder }))
          for (const { Key: key, LastModified: modifiedAt } of page.Contents ?? [])
            if (key && modifiedAt) yield { key, modifiedAt };
    },
  };
}
