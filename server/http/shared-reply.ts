/**
 * A reply that many requests share: it is validated and serialised once, and its bytes are in memory once, however
 * many clients read them and however slowly. The caller must ensure that it is still current for each of them.
 */
export class SharedReply<Body> {
  readonly body: Body;
  #written: Promise<Buffer> | null = null;

  constructor(body: Body) {
    this.body = body;
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
