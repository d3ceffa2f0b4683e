/**
 * A reply that many are given as it is: it is checked and written out once, and its bytes are there once, however many
 * ask and however slowly they read. Whoever makes one must know that it is still true for each of them.
 */
export class SharedReply<Body> {
  readonly body: Body;
  #written: Promise<Buffer> | null = null;

  constructor(body: Body) {
    this.body = body;
  }

  /** @param write checks the body and makes JSON of it */
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
