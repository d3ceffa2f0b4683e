import { elapsedMs, formatElapsed } from '#shared/orders/reading.ts';
import type { Order } from '#shared/api/orders.ts';

type Timed = Pick<Order, 'createdAt' | 'cameAt' | 'completedAt' | 'endedAt' | 'expiresAt' | 'status'>;
type Shown = {
  order: Timed;
  text: Text;
  /** Whether to show the time until the order expires instead. */ countdown: boolean;
  element: HTMLElement;
};

const minute = 60_000;
/** When an order's timer turns amber, and red. */
const concern: Partial<Record<Order['status'], [late: number, tooLate: number]>> = {
  deliver_pending: [minute, 3 * minute],
  deliver_waiting: [10 * minute, 14 * minute],
  deliver_working: [10 * minute, 14 * minute],
  deliver_enroute: [10 * minute, 14 * minute],
};

const shown = new Set<Shown>();
let timer: ReturnType<typeof setTimeout> | undefined;
let aheadMs = 0;

/** The screen's only clock: it writes the text of visible timers, so that no component renders. */
export const ticker = {
  /** Corrects the clock by the server's. */
  correct(clockAheadMs: number): void {
    aheadMs = clockAheadMs;
    tick();
  },

  now: (): number => Date.now() + aheadMs,

  /** Updates the text of `element` with the time since the order came until the returned function is called. */
  show(element: HTMLElement, order: Timed, countdown = false): () => void {
    const text = document.createTextNode('');
    element.replaceChildren(text);
    const entry: Shown = { order, text, countdown, element };
    shown.add(entry);
    write(entry, ticker.now());
    if (timer === undefined) schedule();
    return () => {
      shown.delete(entry);
      if (shown.size > 0) return;
      clearTimeout(timer);
      timer = undefined;
    };
  },
};

/** On the second, so that all timers change together and none skips. */
function schedule(): void {
  timer = setTimeout(tick, 1000 - (ticker.now() % 1000));
}

function tick(): void {
  clearTimeout(timer);
  timer = undefined;
  const now = ticker.now();
  for (const entry of shown) write(entry, now);
  if (shown.size > 0) schedule();
}

function write({ order, text, countdown, element }: Shown, now: number): void {
  const elapsed = elapsedMs(order, now);
  const left = order.expiresAt ? Math.max(0, Date.parse(order.expiresAt) - now) : 0;
  const next = formatElapsed(countdown ? left : elapsed);
  if (text.data.length !== next.length) element.style.setProperty('--characters', String(next.length));
  if (text.data !== next) text.data = next;
  if (countdown) return;
  const [late, tooLate] = concern[order.status] ?? [Infinity, Infinity];
  const mood = elapsed >= tooLate ? 'too-late' : elapsed >= late ? 'late' : '';
  if (element.dataset['mood'] !== mood) element.dataset['mood'] = mood;
}
