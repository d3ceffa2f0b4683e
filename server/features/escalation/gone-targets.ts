import type { Database } from '../../database/database.ts';
import type { ClaimedAlert } from './claimed-alert.ts';

type Target = Pick<ClaimedAlert, 'target' | 'outlet_id' | 'webhook_url' | 'endpoint' | 'auth'>;

/**
 * Stores that the phone or webhook of a message is gone (`since`), or with null that it took a message after all. Nobody
 * is removed, so that the next message tries again. What was added or changed since the message was claimed stays.
 */
export async function noteGone({ kysely }: Database, alert: Target, since: Date | null): Promise<void> {
  const { target, outlet_id: outletId, webhook_url: url, endpoint, auth } = alert;
  if (target === 'webhook' && url !== null)
    await kysely
      .updateTable('outlet_escalation')
      .set({ webhook_gone: since && url })
      .where('outlet_id', '=', outletId)
      .where('webhook_url', '=', url)
      .execute();
  else if (endpoint !== null && auth !== null)
    await kysely
      .updateTable('outlet_phones')
      .set({ gone_at: since })
      .where('outlet_id', '=', outletId)
      .where('endpoint', '=', endpoint)
      .where('auth', '=', auth)
      .execute();
}
