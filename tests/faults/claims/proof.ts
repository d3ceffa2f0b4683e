import type { RunLog, Span, Unheard } from '../run-log.ts';
import { claims } from './names.ts';
import { percentile, type Verdict } from './verdict.ts';

/** An outlet takes orders for so long after its last proof, and this much later at most one may be written, in ms. */
const PROVED_FOR_MS = 60_000;
/** A screen speaks every 5 s, so its last word may be that much earlier than its end. */
const SPOKEN_MS = 6_000;
/** Words are stored at least so often; a server that is killed takes the later ones with it. */
const STORED_EVERY_MS = 15_000;
const WRITTEN_WITHIN_MS = 61_000;
const RETAKEN_WITHIN_MS = 2_000;

/**
 * While no screen could ring, an order may be written for a minute and a second. At any other time none may be refused
 * because nobody would answer it, unless what was broken let no screen speak for a minute.
 */
export function takenWhileHeard({ server, refusals, unheard, screens }: RunLog, slackMs = 0): Verdict {
  const late = server.flatMap(({ id, writtenAt }) => {
    const isLate = ({ from, to, provedAt }: Unheard) =>
      writtenAt > Math.max(from, provedAt + WRITTEN_WITHIN_MS) && writtenAt < to;
    const span = unheard.find(isLate);
    const stored = span?.stored ? `; stored were ${span.stored}` : '';
    return span
      ? [`${id} was written ${seconds(writtenAt - span.provedAt)} after the last proof${stored}`]
      : [];
  });
  const mayBeRefused = ({ from, again, provedAt }: Unheard, at: number) =>
    at > Math.max(from - SPOKEN_MS, provedAt + PROVED_FOR_MS - SPOKEN_MS - STORED_EVERY_MS) &&
    at < again + RETAKEN_WITHIN_MS + slackMs;
  const couldSpeak = screens.flatMap(({ reachable }) => reachable);
  const wrong = refusals.filter(
    ({ at }) =>
      !unheard.some((span) => mayBeRefused(span, at)) &&
      couldSpeak.some(
        (span) => at - lastWord(span, at) < PROVED_FOR_MS && at - span.from > RETAKEN_WITHIN_MS + slackMs,
      ),
  );
  return {
    claim: claims.proved,
    kept: '61 s',
    looked: refusals.length + late.length,
    times: [],
    breaches: [
      ...late,
      ...wrong.map(
        ({ at }) => `an order was refused at ${new Date(at).toISOString()} though a screen could ring`,
      ),
    ],
  };
}

/** When a screen spoke last, at the latest: it does so when it has connected, and every 5 s. */
const lastWord = ({ from, to }: Span, until: number) => Math.max(from, Math.min(to, until) - SPOKEN_MS);

/** Whatever became of a refused order, the card provider was never asked for its money. */
export function cardsOfTaken({ money, server, unheard }: RunLog): Verdict {
  const taken = new Set(server.map(({ id }) => id));
  return {
    claim: claims.cards,
    kept: 'none',
    looked: unheard.length === 0 ? 0 : money.length,
    times: [],
    breaches: money.flatMap(({ orderId }) =>
      taken.has(orderId) ? [] : [`a card was asked for ${orderId}, which the server has not`],
    ),
  };
}

/** Each proof after which orders were still asked for: the time until the first was taken. */
export function takenAgain({ server, refusals, unheard }: RunLog, slackMs = 0): Verdict {
  const times = unheard.flatMap(({ from, to, again }) => {
    const refused = refusals.some(({ at }) => at > from && at < again + RETAKEN_WITHIN_MS);
    const next = Math.min(...server.flatMap(({ writtenAt }) => (writtenAt > to ? writtenAt : [])));
    return refused ? Math.max(0, next - again) : [];
  });
  const p95 = percentile(times, 0.95);
  return {
    claim: claims.retaken,
    kept: `${RETAKEN_WITHIN_MS / 1000} s p95`,
    looked: times.length,
    times,
    breaches: p95 > RETAKEN_WITHIN_MS + slackMs ? [`orders were taken again after ${seconds(p95)}`] : [],
  };
}

const seconds = (ms: number) => (Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : 'never');
