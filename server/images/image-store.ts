/** How long a signed address takes its file, in ms. */
export const UPLOAD_ADDRESS_MS = 15 * 60_000;

/** `sizeBytes` is null where the client did not say how large its file is. */
export type Upload = { key: string; type: string; sizeBytes: number | null };

/**
 * Where pictures are kept (D38): S3, or the built-in store under the data folder. Keys are made by `image-keys.ts`, never
 * by a client. What is under `uploads/` was only received; what is under `pictures/` was checked, and is public.
 */
export interface ImageStore {
  /** What the address of everything here begins with; the rest of it is the key. */
  readonly base: string;
  /** Other origins that a page must be let to, to send a file and to show one; empty where both are this server. */
  readonly origins: { upload: string[]; show: string[] };
  /** The address that takes this one file by `PUT`, with its content type, for {@link UPLOAD_ADDRESS_MS}. */
  signUpload(upload: Upload): Promise<string>;
  /** Null where there is no such file. */
  read(key: string, mostBytes: number): Promise<Buffer | 'too-large' | null>;
  /** Replies once it is kept for good. */
  write(key: string, bytes: Buffer, type: string): Promise<void>;
  /** Does nothing where there is no such file. */
  remove(key: string): Promise<void>;
  list(): AsyncIterable<{ key: string; modifiedAt: Date }>;
}
