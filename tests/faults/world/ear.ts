/** What a page tells of itself, as it happens; `at` is in ms of the machine's clock. */
export type Heard =
  | { kind: 'tone' | 'closed'; at: number }
  | { kind: 'known' | 'left'; orderId: string; at: number }
  | { kind: 'connection'; connected: boolean; at: number }
  | { kind: 'word'; text: string; at: number }
  | { kind: 'click'; label: string; at: number };

/** What a page does not get of its live connection: the changes of orders, or every message. */
export type DeafTo = 'nothing' | 'updates' | 'everything';

/** What the functions below leave in the page. */
export type Ear = {
  deafTo: DeafTo;
  shown(): { id: string; version: number }[];
  tell(heard: object): void;
};

/** Runs in the page before its own scripts: reports each tone and each message, and can make the page deaf. */
export function installEar(): void {
  const page = globalThis as unknown as { tell?: (heard: object) => void; ear: Ear };
  const now = Date.now.bind(Date);
  page.ear = {
    deafTo: 'nothing',
    shown: () => [],
    tell: (heard) => page.tell?.({ ...heard, at: now() }),
  };

  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function noted(when) {
    // Only the sound of a fault is a sawtooth.
    if (this.type !== 'sawtooth') page.ear.tell({ kind: 'tone' });
    start.call(this, when);
  };

  addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button) page.ear.tell({ kind: 'click', label: button.getAttribute('aria-label') ?? '' });
    },
    true,
  );

  globalThis.WebSocket = class extends WebSocket {
    constructor(...address: ConstructorParameters<typeof WebSocket>) {
      super(...address);
      // Runs before the page's own listener.
      this.addEventListener('message', (message) => {
        const text = String(message.data);
        const isLost = {
          nothing: false,
          updates: text.includes('"order-update"'),
          everything: /^4[23]/.test(text),
        };
        if (isLost[page.ear.deafTo]) message.stopImmediatePropagation();
      });
    }
  };

  addEventListener('DOMContentLoaded', () => {
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node.parentElement?.closest('[role=alert], [role=status]') && node.textContent)
          page.ear.tell({ kind: 'word', text: node.textContent });
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/** Sets the page's clock wrong, from its first script on. */
export function setClockWrong(aheadMs: number): void {
  const Right = Date;
  globalThis.Date = class extends Right {
    constructor(...parts: unknown[]) {
      if (parts.length === 0) super(Right.now() + aheadMs);
      else super(...(parts as [number]));
    }
    static override now = () => Right.now() + aheadMs;
  } as DateConstructor;
}
