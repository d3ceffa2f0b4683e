import type { MessageBoxOptions } from 'electron';

export type Question = { title: string; message: string; detail: string; yes: string };
/** Null once the person has confirmed; otherwise why not, for them. */
export type AskAtComputer = (question: Question) => Promise<string | null>;

/** How many questions a person may cancel in a day before the next one has to wait. */
const FREE_CANCELS = 3;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Asks the person at this computer in a dialog of the system's, which no page can press. Shows one question at a time,
 * however often a page causes one, and none for a while after each one that is cancelled, from the third on: a minute
 * first, twice as long each time. Otherwise a page could ask until somebody presses yes to have peace.
 *
 * @param now the time in ms, on a monotonic clock
 */
export function askAtComputer(
  show: (options: MessageBoxOptions) => Promise<{ response: number }>,
  now: () => number = () => performance.now(),
): AskAtComputer {
  let asking = false;
  /** When a question was cancelled; of the last day, and since the last one that was confirmed. */
  let cancelled: number[] = [];

  function waitMs(): number {
    cancelled = cancelled.filter((at) => now() - at < DAY_MS);
    const last = cancelled.at(-1);
    const surplus = cancelled.length - FREE_CANCELS;
    return last === undefined || surplus < 0 ? 0 : last + MINUTE_MS * 2 ** surplus - now();
  }

  return async ({ yes, ...question }) => {
    if (asking) return NOT_CONFIRMED;
    const wait = waitMs();
    if (wait > 0) return notNow(wait);
    asking = true;
    try {
      const buttons = ['Cancel', yes];
      const { response } = await show({
        ...question,
        type: 'warning',
        buttons,
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      });
      const confirmed = response === buttons.length - 1;
      cancelled = confirmed ? [] : [...cancelled, now()];
      return confirmed ? null : NOT_CONFIRMED;
    } finally {
      asking = false;
    }
  };
}

const NOT_CONFIRMED = 'Nobody confirmed this address.';

function notNow(waitMs: number): string {
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  return `Too many addresses were not confirmed. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}
