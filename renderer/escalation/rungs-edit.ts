import type { Escalation, EscalationBody, Rungs } from '#shared/api/escalation.ts';
import { rungNames } from '#shared/base/rungs.ts';

/** What the form holds; the e-mail addresses as they are typed. */
export type RungsEdit = { rungs: Rungs; emails: string; webhookUrl: string };

export const editOf = ({ rungs, emails, webhookUrl }: Escalation): RungsEdit => ({
  rungs,
  emails: emails.join(', '),
  webhookUrl,
});

/**
 * What is stored now, with what was changed in the form since it was opened, as a colleague may have changed the rest:
 * of the rungs each one, and of the addresses which were added and which were taken away.
 *
 * @param opened as it was when the form was opened
 * @param now as it is now
 */
export function changedSince(edit: RungsEdit, opened: Escalation, now: Escalation): EscalationBody {
  const rungs = { ...now.rungs };
  for (const name of rungNames) {
    const { on, afterSeconds } = edit.rungs[name];
    const before = opened.rungs[name];
    if (on !== before.on || afterSeconds !== before.afterSeconds) rungs[name] = edit.rungs[name];
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
