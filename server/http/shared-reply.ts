/**
 * A reply that many are given as it is: it is checked and written out once, however many ask. Whoever makes one must
 * know that it is still true for each of them.
 */
export class SharedReply<Body> {
  readonly body: Body;
  #written: Promise<string> | null = null;

  constructor(body: Body) {
    this.body = body;
  }

  /** @param write checks the body and makes JSON of it */
  written(write: (body: Body) => Promise<string>): Promise<string> {
    this.#written ??= write(this.body).catch((error: unknown) => {
      this.#written = null;
      throw error;
    });
    return this.#written;
  }
}
