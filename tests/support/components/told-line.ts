/** The browser's side of a line of server-sent events, on which the test says what arrives; stands in for `EventSource`. */
export class ToldLine extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  /** Every line that was opened, in order. */
  static all: ToldLine[] = [];
  readyState = 1;
  constructor() {
    super();
    ToldLine.all.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
  tell(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data) }));
  }
}

/** The line that was opened last. */
export const line = (): ToldLine => ToldLine.all.at(-1)!;
