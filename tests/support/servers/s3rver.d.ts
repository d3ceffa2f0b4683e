declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  /** An S3 server on a folder; its only key is `S3RVER`, with the secret `S3RVER`. It checks no signature of version 4. */
  export default class S3rver {
    constructor(options: {
      address: string;
      directory: string;
      silent: boolean;
      vhostBuckets: boolean;
      configureBuckets: { name: string; configs: string[] }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
}
