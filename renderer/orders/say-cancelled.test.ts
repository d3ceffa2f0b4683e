import { describe, expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { pence } from '#shared/base/money.ts';
import { server, setUpOneOrder, till } from '../../tests/support/components/pressing-till.ts';

setUpOneOrder();

const said = 'Order 12 is cancelled.';
const charged =
  'Order 12 is cancelled, but the customer was charged. Refund it, unless they got their order.';

/** As it stands once its release found that its money had been taken at the card provider itself. */
const chargedAfter = (order: Order, changes: Partial<Order> = {}): Order => ({
  ...order,
  status: 'complete',
  version: order.version + 2,
  cancellation: { reason: null, stage: order.status },
  ...changes,
});

describe('a cancelled order that was charged all the same (P12)', () => {
  it('is said to be where the answer says so', async () => {
    const { commands, toasts } = till();
    const seen = server.stored;
    server.replies = chargedAfter(seen);
    expect(await commands.cancel(seen, '')).toBe(true);
    expect(toasts).toEqual([charged]);
  });

  it('is said to be where that was heard before the answer, which is older', async () => {
    const { commands, toasts, hears } = till();
    const seen = server.stored;
    const pressed = commands.cancel(seen, '');
    hears(chargedAfter(seen));
    await pressed;
    expect(toasts).toEqual([charged]);
  });

  it('is said to be once the list brings it back, and only once', async () => {
    const { commands, toasts, hears, lists } = till();
    const seen = server.stored;
    await commands.cancel(seen, '');
    expect(toasts).toEqual([said]);
    lists(chargedAfter(seen));
    hears(chargedAfter(seen, { version: 4 }));
    expect(toasts).toEqual([said, charged]);
  });

  it('is not said to be where all of it was refunded already', async () => {
    const { commands, toasts } = till();
    const seen = server.stored;
    server.replies = chargedAfter(seen, { status: 'refunded', refunded: pence(seen.amount) });
    await commands.cancel(seen, '');
    expect(toasts).toEqual([said]);
  });
});
