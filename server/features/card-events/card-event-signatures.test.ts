import { describe, expect, it } from 'vitest';
import { setUpCardShop, shop } from '../../../tests/support/shop/set-up-cards.ts';
import {
  ahead,
  confirmed,
  deliver,
  dueAt,
  eventOf,
  takenEvents,
  untilPlaced,
} from '../../../tests/support/shop/card-events.ts';

const OLD_SECRET = 'whsec_the-one-before';

setUpCardShop({ oldSecret: OLD_SECRET });

describe('what is not signed as it should be is refused and changes nothing (P9)', () => {
  const refused: [string, (id: string) => { payload: string; signature: string }][] = [
    [
      'a changed amount',
      (id) => {
        const { payload, signature } = eventOf(id);
        return { payload: payload.replace('"amount": 620', '"amount": 1'), signature };
      },
    ],
    [
      'the same values written anew',
      (id) => {
        const { payload, signature } = eventOf(id);
        return { payload: JSON.stringify(JSON.parse(payload)), signature };
      },
    ],
    ['301 seconds old', (id) => eventOf(id, undefined, { at: ahead(-301) })],
    ['301 seconds in the future', (id) => eventOf(id, undefined, { at: ahead(302) })],
    ['an hour in the future', (id) => eventOf(id, undefined, { at: ahead(3600) })],
    ['another secret', (id) => eventOf(id, undefined, { secret: 'whsec_somebody-else' })],
    ['no signature', (id) => ({ payload: eventOf(id).payload, signature: '' })],
    ['no time', (id) => ({ payload: eventOf(id).payload, signature: 'v1=00' })],
    [
      'two times, the later one signed',
      (id) => {
        const { payload, signature } = eventOf(id, undefined, { at: ahead(3600) });
        return { payload, signature: `t=${Math.floor(ahead(0).getTime() / 1000)},${signature}` };
      },
    ],
  ];
  it.each(refused)('%s', async (_name, forge) => {
    const id = await confirmed();
    const [due, taken] = [await dueAt(id), await takenEvents()];
    const { payload, signature } = forge(id);
    expect(await deliver(payload, signature)).toBe(400);
    expect([await dueAt(id), await takenEvents()]).toEqual([due, taken]);
    expect((await shop.rowOf(id)).status).toBe('payment_working');
  });

  it.each([-299, 299])('%i seconds is near enough', async (seconds) => {
    const { payload, signature } = eventOf(await confirmed(), undefined, { at: ahead(seconds) });
    expect(await deliver(payload, signature)).toBe(200);
  });
});

it('any of several secrets is good while they are changed over (P9)', async () => {
  const id = await confirmed();
  const { payload, signature } = eventOf(id, undefined, { secret: OLD_SECRET });
  expect(await deliver(payload, signature)).toBe(200);
  await untilPlaced(id);
});
