/** How long a signed address accepts its file, in ms. */
export const UPLOAD_ADDRESS_MS = 15 * 60_000;

/** `sizeBytes` is null if the client did not state the file's size. */
export type Upload = { key: string; type: string; sizeBytes: number | null };

/**
 * Where pictures are stored: S3, or the built-in store under the data folder. Keys are made by `image-keys.ts`, never
 * by a client. `uploads/` holds received files; `pictures/` holds validated ones, which are public.
 */
export interface ImageStore {
  /** The prefix of every address in the store; the rest is the key. */
  readonly base: string;
  /** Other origins that a page must be allowed to upload to and show images from; empty if both are this server. */
  readonly origins: { upload: string[]; show: string[] };
  /** The address that accepts this one file by `PUT`, with its content type, for {@link UPLOAD_ADDRESS_MS}. */
  signUpload(upload: Upload): Promise<string>;
  /** Null if there is no such file. */
  read(key: string, mostBytes: number): Promise<Buffer | 'too-large' | null>;
  /** Resolves once the file is stored durably. */
  write(key: string, bytes: Buffer, type: string): Promise<void>;
  /** Does nothing if there is no such file. */
  remove(key: string): Promise<void>;
  list(): AsyncIterable<{ key: string; modifiedAt: Date }>;
}
