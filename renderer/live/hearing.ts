import { DEAF_TOLD_AFTER_MS, type Deaf, type DeafReason, type SilentReason } from '#shared/base/hearing.ts';
import { HEARD_WITHIN_MS } from '#shared/api/live.ts';
import type { Connection } from '../state/orders-slice.ts';

export type HearingFacts = {
  connection: Connection;
  /** When the list was read last, as `Date.now()` has it; null before. */
  listReadAt: number | null;
  /** When the server answered last; null where it answers nothing but what it is asked for. */
  heardAt: number | null;
  silent: SilentReason | null;
};

/**
 * Whether new orders are heard at this screen: the one place that decides it, from what is known of the connection and
 * of this computer's sound. A cut counts once it has lasted, and from its beginning.
 */
export function hearing(changed: (deaf: Deaf | null) => void, toldAfterMs = DEAF_TOLD_AFTER_MS) {
  let began: { why: DeafReason; at: number } | null = null;
  let told: Deaf | null = null;
  /** What was read before the connection was lost is no proof that anything arrives without one. */
  let lostAt: number | null = null;
  /** A computer that slept has not listened to the silence. */
  let lookedAt = Infinity;
  let awakeSince = -Infinity;

  /** A cut is told once it has lasted, or once the server has been silent for so long that it must have. */
  function toldNow(
    { why, at }: { why: DeafReason; at: number },
    { heardAt }: HearingFacts,
    now: number,
  ): Deaf | null {
    const silentSince = heardAt === null ? now : Math.max(heardAt, awakeSince);
    const silent = why === 'not-connected' && now - silentSince >= HEARD_WITHIN_MS;
    if (why === 'not-connected' && !silent && now - at < toldAfterMs) return null;
    if (told?.why === why) return told;
    return { why, since: new Date(silent ? silentSince : at).toISOString() };
  }

  return {
    /** To be called with every change of the facts, and every second. */
    look(facts: HearingFacts, now: number = Date.now()): void {
      if (now - lookedAt >= HEARD_WITHIN_MS) awakeSince = now;
      lookedAt = now;
      lostAt = facts.connection === 'connected' ? null : (lostAt ?? now);
      const why = lostAt !== null && !isPolled(facts, lostAt, now) ? 'not-connected' : facts.silent;
      if (why === null) began = null;
      else if (began?.why !== why) began = { why, at: now };
      const next = began && toldNow(began, facts, now);
      // What is told stays until it has ended, also while another reason takes its time.
      if (next === null && began !== null && told !== null) return;
      if (next?.why === told?.why && next?.since === told?.since) return;
      told = next;
      changed(next);
    },
  };
}

/** A list that is read again and again serves where no socket gets through: orders arrive a little later. */
function isPolled({ listReadAt }: HearingFacts, lostAt: number, now: number): boolean {
  return listReadAt !== null && listReadAt >= lostAt && now - listReadAt < HEARD_WITHIN_MS;
}
