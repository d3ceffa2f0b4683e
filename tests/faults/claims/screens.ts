import { isOnLiveList } from '#shared/base/order-statuses.ts';
import type { OrderChange, Press, RunLog, ScreenLog, ServerOrder, Span } from '../run-log.ts';
import { claims } from './names.ts';
import { groupedBy, type Verdict } from './verdict.ts';

const EQUAL_WITHIN_MS = 5_000;
export const RUNG_WITHIN_MS = 2_000;
const SILENT_WITHIN_MS = 1_000;
/** How long a press may take until it has an effect or a word, in ms: 30 s of further tries, and its last one's time. */
const PRESSED_WITHIN_MS = 36_000;

/** Whether a screen has exactly the orders of the server's live list, each in its last version. */
export function isEqual(shown: ScreenLog['shown'], server: readonly ServerOrder[]): boolean {
  const listed = server.filter(({ status }) => isOnLiveList(status));
  const known = new Map(shown.map(({ id, version }) => [id, version]));
  return known.size === listed.length && listed.every(({ id, version }) => known.get(id) === version);
}

export function screensEqual({ screens, server }: RunLog, slackMs = 0): Verdict {
  const times = screens.flatMap(({ equalAfter }) => equalAfter ?? []);
  return {
    claim: claims.equal,
    kept: `${EQUAL_WITHIN_MS / 1000} s`,
    looked: screens.length,
    times,
    breaches: screens.flatMap(({ name, equalAfter, shown }) => {
      if (equalAfter === null || !isEqual(shown, server)) return [`${name} never was equal to the server`];
      return equalAfter > EQUAL_WITHIN_MS + slackMs ? [`${name} only after ${seconds(equalAfter)}`] : [];
    }),
  };
}

/** While an order waited to be accepted; it ends with the first version in another status. */
function waiting(changes: readonly OrderChange[]): Map<string, Span> {
  const spans = new Map<string, Span>();
  for (const own of groupedBy(changes, ({ id }) => id)) {
    const pending = own.filter(({ status }) => status === 'deliver_pending').map(({ at }) => at);
    const answered = own.filter(({ status }) => !beforeAnswer.has(status)).map(({ at }) => at);
    if (pending.length > 0)
      spans.set(own[0]?.id ?? '', { from: Math.min(...pending), to: Math.min(...answered, Infinity) });
  }
  return spans;
}
const beforeAnswer: ReadonlySet<string> = new Set([
  'payment_pending',
  'payment_created',
  'payment_working',
  'deliver_pending',
]);

/**
 * An order is due on a screen two seconds after it waits and the screen is reachable, if both last that long. It has
 * rung if any screen that had it sounded by then.
 */
export function rungInTime({ changes, screens }: RunLog, slackMs = 0): Verdict {
  const times: number[] = [];
  const breaches: string[] = [];
  const limit = RUNG_WITHIN_MS + slackMs;
  for (const [id, wait] of waiting(changes)) {
    const chances = screens.flatMap(({ reachable }) =>
      reachable
        .map(({ from, to }) => ({ from: Math.max(from, wait.from), to: Math.min(to, wait.to) }))
        .filter(({ from, to }) => from < to),
    );
    const due = chances.flatMap(({ from, to }) => (to - from >= limit ? from : []));
    const rings = screens.flatMap(({ known, tones }) => {
      const since = known.find((one) => one.id === id)?.at ?? Infinity;
      return tones.filter((at) => at >= since - 50 && at <= wait.to);
    });
    const rang = Math.min(...rings);
    // Where no chance lasted long enough, it may have rung in one that was shorter.
    const shorter = chances.filter(({ from, to }) => from <= rang && rang <= to).map(({ from }) => from);
    const since = due.length > 0 ? Math.min(...due) : Math.max(...shorter);
    const late = Math.max(0, rang - since);
    if (late < Infinity) times.push(late);
    if (due.length > 0 && late > limit)
      breaches.push(`${id} ${rang === Infinity ? 'never rang' : `rang after ${seconds(late)}`}`);
  }
  return {
    claim: claims.rung,
    kept: `${RUNG_WITHIN_MS / 1000} s`,
    looked: Math.max(times.length, breaches.length),
    times,
    breaches,
  };
}

/** A sound for orders on a reachable screen, at a time when none has waited for longer than a second. */
export function silentOnceAnswered({ changes, screens }: RunLog, slackMs = 0): Verdict {
  const spans = [...waiting(changes).values()];
  const limit = SILENT_WITHIN_MS + slackMs;
  const answers = spans.map(({ to }) => to).filter((to) => to < Infinity);
  const late = screens.flatMap(({ name, tones, reachable }) =>
    tones.flatMap((at) => {
      const mayRing = spans.some(({ from, to }) => from <= at + 50 && at <= to + limit);
      const heard = reachable.some(({ from, to }) => from <= at - limit && at <= to);
      if (mayRing || !heard) return [];
      const since = Math.max(...answers.filter((to) => to <= at));
      return { name, after: at - since };
    }),
  );
  return {
    claim: claims.silent,
    kept: `${SILENT_WITHIN_MS / 1000} s`,
    looked: answers.length,
    times: late.map(({ after }) => after),
    breaches: late.map(({ name, after }) => `${name} rang ${seconds(after)} after the last answer`),
  };
}

export function pressesAnswered({ presses }: RunLog, slackMs = 0): Verdict {
  const limit = PRESSED_WITHIN_MS + slackMs;
  const tookOf = ({ at, settledAt, frozenMs = 0 }: Press) => (settledAt ?? Infinity) - at - frozenMs;
  return {
    claim: claims.presses,
    kept: `${PRESSED_WITHIN_MS / 1000} s`,
    looked: presses.length,
    times: presses.map(tookOf).filter(Number.isFinite),
    breaches: presses
      .filter((press) => tookOf(press) > limit)
      .map(
        ({ screen, orderNumber }) => `order ${orderNumber} was pressed on ${screen}, and nothing came of it`,
      ),
  };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
