import { assertNever } from '#shared/base/assert-never.ts';
import type { Ordering } from '#shared/api/ordering.ts';
import { refuse, type Refusal } from '../../http/refusal.ts';
import { guestOrderingOf } from '../../ordering/ordering-state.ts';

/** How soon a guest may try again, in seconds, if nobody knows when orders are taken again. */
const PAUSED_ASK_AGAIN_S = 60;
const UNATTENDED_ASK_AGAIN_S = 5;

/** The refusal of an order at an outlet that trades and takes none just now; null if it takes orders. */
export function whyNotTaken(ordering: Ordering, now: Date): Refusal | null {
  const { state, until, message = '' } = ordering;
  const current = { ordering: guestOrderingOf(ordering) };
  switch (state) {
    case 'open':
    case 'closed':
      return null;
    case 'paused': {
      const seconds = until === undefined ? PAUSED_ASK_AGAIN_S : (Date.parse(until) - now.getTime()) / 1000;
      return refuse(409, 'OUTLET_PAUSED', message, { current, retryAfter: seconds });
    }
    case 'unattended':
      return refuse(409, 'OUTLET_UNATTENDED', message, { current, retryAfter: UNATTENDED_ASK_AGAIN_S });
    default:
      return assertNever(state);
  }
}
