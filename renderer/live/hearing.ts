import { DEAF_TOLD_AFTER_MS, type Deaf, type DeafReason, type SilentReason } from '#shared/base/hearing.ts';
import { HEARD_WITHIN_MS } from '#shared/api/live.ts';
import type { Connection } from '../state/outlet-feeds.ts';

export type HearingFacts = {
  connection: Connection;
  /** When the list was last read, by `Date.now()`; null before the first time. */
  listReadAt: number | null;
  /** When the server last answered; null if it answers no heartbeats. */
  heardAt: number | null;
  silent: SilentReason | null;
};

/**
 * Decides alone whether new orders are heard at this screen, from the state of the connection and of this computer's
 * sound. A cut counts once it has lasted, and then from its beginning.
 */
export function hearing(changed: (deaf: Deaf | null) => void, toldAfterMs = DEAF_TOLD_AFTER_MS) {
  let began: { why: DeafReason; at: number } | null = null;
  let told: Deaf | null = null;
  /** A list that was read before the connection was lost proves nothing about polling. */
  let lostAt: number | null = null;
  /** Time that a computer slept does not count as silence. */
  let lookedAt = Infinity;
  let awakeSince = -Infinity;

  /** A cut is reported once it has lasted, or once the server has been silent for so long that it must have. */
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
    /** Call this with every change of the facts, and every second. */
    look(facts: HearingFacts, now: number = Date.now()): void {
      if (now - lookedAt >= HEARD_WITHIN_MS) awakeSince = now;
      lookedAt = now;
      lostAt = facts.connection === 'connected' ? null : (lostAt ?? now);
      const why = lostAt !== null && !isPolled(facts, lostAt, now) ? 'not-connected' : facts.silent;
      if (why === null) began = null;
      else if (began?.why !== why) began = { why, at: now };
      const next = began && toldNow(began, facts, now);
      // A reported reason stays until it has ended, even while another one is building up.
      if (next === null && began !== null && told !== null) return;
      if (next?.why === told?.why && next?.since === told?.since) return;
      told = next;
      changed(next);
    },
  };
}

/**
 * Polling the list is enough if no socket gets through: orders arrive a little later. A list that was read later than now
 * proves nothing: the clock was set back since.
 */
function isPolled({ listReadAt }: HearingFacts, lostAt: number, now: number): boolean {
  if (listReadAt === null || listReadAt < lostAt || listReadAt > now) return false;
  return now - listReadAt < HEARD_WITHIN_MS;
}
