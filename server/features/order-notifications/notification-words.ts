import { customerMessage } from '#shared/base/customer-message.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { timeOnWall } from '#shared/base/time-on-wall.ts';
import { guestsEnd } from '../../ordering/taken-unsold.ts';
import type { ClaimedNotification } from './notifications-repository.ts';

/** A message in words for the guest: a heading, and a sentence or two. They name nobody. */
export function notificationWords(
  claimed: ClaimedNotification,
  now: Date,
): { heading: string; text: string } {
  const { message, outlet_name: outletName, table_number: table } = claimed;
  const order = `Order #${claimed.order_number}`;
  switch (message) {
    case 'ready':
      return {
        heading: table === null ? `${order} is ready to collect` : `${order} is ready: on its way to you`,
        text: outletName,
      };
    case 'delayed':
      return { heading: `${order} will be ready at ${delayOf(claimed, now)}`, text: outletName };
    case 'ended':
      return { heading: `${order} ${endOf(claimed)}`, text: messageOf(claimed) };
  }
}

/** `19:52, not 19:42`, by the outlet's clocks. */
function delayOf(
  { ready_by: readyBy, not_by: notBy, time_zone: zone }: ClaimedNotification,
  now: Date,
): string {
  return [readyBy, notBy]
    .map((time) => (time ? timeOnWall(time.toISOString(), zone, now.getTime()) : ''))
    .join(', not ');
}

function endOf(claimed: ClaimedNotification): string {
  if (statusGroups.cancelled.has(guestsEnd(claimed).status)) return 'was cancelled';
  return claimed.accepted_at ? 'was not completed' : 'was not taken';
}

function messageOf(claimed: ClaimedNotification): string {
  const { accepted_at: acceptedAt, cancel_message: forCustomer } = claimed;
  return customerMessage({ ...guestsEnd(claimed), accepted: acceptedAt !== null, forCustomer }) ?? '';
}
