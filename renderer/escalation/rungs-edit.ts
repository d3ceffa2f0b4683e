import type { Escalation, EscalationBody, Rungs } from '#shared/api/escalation.ts';
import { LATEST_RUNG_S, rungNames, SOONEST_RUNG_S } from '#shared/base/rungs.ts';

/** What the form holds; the e-mail addresses as they are typed. */
export type RungsEdit = { rungs: Rungs; emails: string; webhookUrl: string };

export const editOf = ({ rungs, emails, webhookUrl }: Escalation): RungsEdit => ({
  rungs,
  emails: emails.join(', '),
  webhookUrl,
});

const isTime = (seconds: number) =>
  Number.isInteger(seconds) && seconds >= SOONEST_RUNG_S && seconds <= LATEST_RUNG_S;

/**
 * What is stored now, with what was changed in the form since it was opened, as a colleague may have changed the rest:
 * of the rungs each one (one that is off without valid seconds keeps the stored ones), and of the addresses which were added and which were taken away.
 *
 * @param opened as it was when the form was opened
 * @param now as it is now
 */
export function changedSince(edit: RungsEdit, opened: Escalation, now: Escalation): EscalationBody {
  const rungs = { ...now.rungs };
  for (const name of rungNames) {
    const { on, afterSeconds } = edit.rungs[name];
    const before = opened.rungs[name];
    if (on === before.on && afterSeconds === before.afterSeconds) continue;
    // Nobody can type into a rung that is off, so what is wrong with its seconds could not be mended.
    rungs[name] = on || isTime(afterSeconds) ? { on, afterSeconds } : { ...rungs[name], on };
  }
  const named = new Set(edit.emails.split(/[\s,;]+/).filter(Boolean));
  const kept = now.emails.filter((email) => named.has(email) || !opened.emails.includes(email));
  const added = [...named].filter((email) => !opened.emails.includes(email) && !kept.includes(email));
  const webhookUrl = edit.webhookUrl.trim();
  return {
    rungs,
    emails: [...kept, ...added],
    webhookUrl: webhookUrl === opened.webhookUrl ? now.webhookUrl : webhookUrl,
  };
}
