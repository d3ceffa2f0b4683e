/** The JSON of entries of a list, for as long as those objects live. They must not change. */
export type WrittenEntries = WeakMap<object, string>;

/**
 * A reply that many requests share: it is validated and serialised once, and its bytes are in memory once, however
 * many clients read them and however slowly. The caller must ensure that it is still current for each of them.
 */
export class SharedReply<Body> {
  readonly body: Body;
  /** The JSON of entries that an earlier body had as well: each is validated and serialised once. */
  readonly entries: WrittenEntries | null;
  #written: Promise<Buffer> | null = null;

  constructor(body: Body, entries: WrittenEntries | null = null) {
    this.body = body;
    this.entries = entries;
  }

  /** @param write validates the body and serialises it */
  written(write: (body: Body) => Promise<string>): Promise<Buffer> {
    this.#written ??= write(this.body).then(
      (text) => Buffer.from(text),
      (error: unknown) => {
        this.#written = null;
        throw error;
      },
    );
    return this.#written;
  }
}
