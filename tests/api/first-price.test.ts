import type { Category, GuestCategory } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import { expect, it } from 'vitest';
import { added, firstPrice, priced, type Line } from '../../guest/base/basket.ts';
import { randomFrom } from '../support/samples/random-from.ts';
import { server, setUpServer } from '../support/shop/set-up.ts';

setUpServer();

const MENUS = 10;
const BASKETS = 1_000;

it(
  'the first price that a guest is shown is the price that is charged, in 1,000 random baskets (D69)',
  { timeout: 120_000 },
  async () => {
    const random = randomFrom(69);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const oneOf = <T>(list: readonly T[]): T => list[upTo(list.length - 1)]!;
    let withFee = 0;
    for (let menu = 0; menu < MENUS; menu += 1) {
      const shop = await server.trading();
      const categories = randomMenu(upTo);
      const saved = await shop.send('PATCH', `/sellers/catalogs/${shop.catalogId}`, {
        name: 'Menu',
        categories,
      });
      expect(saved.status).toBe(200);
      const { body } = await server.send('GET', `/customers/outlets/${shop.outletId}/menu`);
      const shown = body.catalog.categories as GuestCategory[];
      for (let basket = 0; basket < BASKETS / MENUS; basket += 1) {
        let lines: Line[] = [];
        for (let line = 0; line <= upTo(5); line += 1) lines = added(lines, lineOf(oneOf(oneOf(shown).list)));
        const tip = pence(upTo(3) === 0 ? upTo(2_000) : 0);
        const first = firstPrice(shown, lines);
        expect(priced(shown, lines, tip)).toMatchObject({ amount: first.total + tip });
        const order = await shop.order({ items: lines, ...(tip > 0 && { tip }) });
        expect(order.amount, JSON.stringify(lines)).toBe(first.total + tip);
        if (first.fee > 0) withFee += 1;
        if (basket % 10 > 0) continue;
        await shop.send('POST', `/sellers/orders/accept/${order.id}`);
        const items = order.itemStatus.map(({ id }) => id);
        await shop.send('POST', `/sellers/orders/progress/${order.id}`, { items, status: 'complete' });
        await shop.send('POST', `/sellers/orders/complete/${order.id}`);
        expect(server.payments.captured.get(order.id)).toBe(first.total + tip);
      }
    }
    expect(withFee).toBeGreaterThan(10);
    expect(withFee).toBeLessThan(BASKETS - 10);

    function lineOf({ id, modifiers }: GuestCategory['list'][number]): Line {
      const modifications = modifiers.flatMap((modifier) => chosenOf(modifier));
      return { itemId: id, quantity: 1 + upTo(3), ...(modifications.length > 0 && { modifications }) };
    }

    function chosenOf({ id, kind, list }: GuestCategory['list'][number]['modifiers'][number]) {
      const names = kind === 'optionalExtra' ? list.filter(() => upTo(1) === 1) : [oneOf(list)];
      return names.map(({ name }) => ({ modifierId: id, option: name }));
    }
  },
);

/** Three categories; some items have options with prices, of which one must be or several may be chosen. */
function randomMenu(upTo: (most: number) => number): Category[] {
  return Array.from({ length: 3 }, (_, category) => ({
    id: `c${category}`,
    name: `Category ${category}`,
    list: Array.from({ length: 1 + upTo(4) }, (__, item) => ({
      id: `i${category}-${item}`,
      name: `Item ${category}.${item}`,
      cost: pence(30 + upTo(1_500)),
      note: '',
      modifiers: Array.from({ length: upTo(2) }, (___, modifier) => ({
        id: `m${category}-${item}-${modifier}`,
        name: `Choice ${modifier}`,
        kind: upTo(1) === 0 ? ('pickOne' as const) : ('optionalExtra' as const),
        note: '',
        list: Array.from({ length: 1 + upTo(3) }, (____, option) => ({
          name: `Option ${option}`,
          cost: pence(upTo(300)),
        })),
      })),
    })),
  }));
}
