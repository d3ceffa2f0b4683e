import { beforeEach, expect, it, vi } from 'vitest';
import type { Category, Item, ModifierOption } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import { testServer, type Trading } from '../../testing/server.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer();

const sauce: ModifierOption = { name: 'Sauce', cost: pence(100), containsNone: true };
const brownie: Item = {
  id: 'brownie',
  name: 'Brownie',
  cost: pence(900),
  note: '',
  containsNone: true,
  modifiers: [{ id: 'extras', name: 'Extras', kind: 'optionalExtra', note: '', list: [sauce] }],
};
const cider: Item = { id: 'cider', name: 'Cider', cost: pence(900), note: '', modifiers: [] };

let bar: Trading;
let keys = 0;
beforeEach(async () => {
  bar = await server.trading();
  await save(brownie);
});

const catalogPath = () => `/sellers/catalogs/${bar.catalogId}`;
async function save(now: Item, others: Item[] = [cider]): Promise<void> {
  const { body } = await bar.send('GET', catalogPath());
  const categories: Category[] = [{ id: 'sweet', name: 'Sweet', list: [now, ...others] }];
  const saved = await bar.send(
    'PATCH',
    catalogPath(),
    { name: body.name, categories },
    {
      'if-match': `"${body.revision}"`,
    },
  );
  expect(saved.status).toBe(200);
}
/** The menu as a guest reads it. */
async function chosen(): Promise<string> {
  const { body } = await server.send('GET', `/customers/outlets/${bar.outletId}/menu`);
  return `?catalogId=${body.catalog.id}&revision=${body.catalog.revision}`;
}
async function order(
  from: string,
  { itemId = 'brownie', key = `told-${(keys += 1)}`, at = server, paymentMethod = 'test_ok' } = {},
) {
  await server.hear(bar.outletId);
  const modifications = itemId === 'brownie' ? [{ modifierId: 'extras', option: 'Sauce' }] : [];
  return at.send(
    'POST',
    `/customers/outlets/${bar.outletId}/orders${from}`,
    {
      customerName: 'Ada',
      tableNumber: '7',
      paymentMethod,
      items: [{ itemId, quantity: 1, modifications }],
    },
    { 'idempotency-key': key },
  );
}
const refusedWith = (message: string) => ({
  status: 409,
  body: { error: { code: 'MENU_CHANGED', message } },
});
const count = async () => (await server.database.kysely.selectFrom('orders').select('id').execute()).length;

const gone = 'The menu has changed: please look at it again.';
const contents = 'What is in Brownie has changed: please look again.';
const withSauce = (option: object): Item => ({
  ...brownie,
  modifiers: brownie.modifiers.map((extras) => ({ ...extras, list: [{ ...sauce, ...option }] })),
});
const { containsNone: _none, ...unstated } = brownie;

it.each<[string, Item, string]>([
  ['contains nuts', { ...unstated, allergens: ['nuts'] }, contents],
  ['is not stated any more', unstated, contents],
  ['has an option that contains milk', withSauce({ containsNone: undefined, allergens: ['milk'] }), contents],
  [
    'is for adults alone',
    { ...brownie, ageRestricted: true },
    'For people of 18 and over alone now: Brownie. Please look again.',
  ],
])(
  'an order of what %s since its guest read the menu is refused, and costs nothing (D56, D69)',
  async (_what, now, message) => {
    const from = await chosen();
    await save(now);
    const before = await count();
    expect(await order(from)).toMatchObject(refusedWith(message));
    expect(await count()).toBe(before);
    expect(await order(from, { itemId: 'cider' }), 'nothing of it has changed').toMatchObject({
      status: 201,
    });
    expect(await order(await chosen()), 'the guest has looked again').toMatchObject({ status: 201 });
  },
);

it('an order whose guest was told more than is contained now, or does not say of what, is taken', async () => {
  await save({ ...unstated, allergens: ['milk', 'nuts'], allergenKinds: ['almonds'] });
  const from = await chosen();
  await save({ ...unstated, allergens: ['milk'] }, []);
  expect(await order(from)).toMatchObject({ status: 201 });
  await save({ ...unstated, allergens: ['nuts'] });
  expect(await order('')).toMatchObject({ status: 201 });
});

it('an order that was placed is found whatever its menu says since, and one from a menu that is gone is refused', async () => {
  const from = await chosen();
  const placed = await order(from, { key: 'before' });
  expect(placed.status).toBe(201);
  await save({ ...unstated, allergens: ['nuts'] });
  const again = await order(from, { key: 'before' });
  expect(again).toMatchObject({ status: 201, body: { order: { id: placed.body.order.id } } });
  const never = `?catalogId=${bar.catalogId}&revision=9999`;
  expect(await order(never)).toMatchObject(refusedWith(gone));
  const other = await server.trading();
  const stranger = `?catalogId=${other.catalogId}&revision=1`;
  expect(await order(stranger)).toMatchObject(refusedWith(gone));
});

it('an order from a revision that cannot be is refused, and none beside it fails', async () => {
  const from = await chosen();
  await save(brownie, []);
  const [wrong, honest] = await Promise.all([
    order(`?catalogId=${bar.catalogId}&revision=3000000000`),
    order(from),
  ]);
  expect(wrong).toMatchObject({
    status: 400,
    body: { error: { code: 'INVALID_REQUEST', fields: { revision: expect.any(String) } } },
  });
  expect(honest.status).toBe(201);
});

it('a past menu is read once, for its own outlet alone, and one that is not there is asked for again', async () => {
  const from = await chosen();
  await save({ ...unstated, allergens: ['nuts'] });
  const run = vi.spyOn(server.database, 'run');
  const reads = () => run.mock.calls.filter(([{ name }]) => name === 'menu_chosen_from').length;
  try {
    for (let guest = 0; guest < 2; guest += 1) {
      expect(await order(from)).toMatchObject(refusedWith(contents));
      expect(await order(from, { itemId: 'cider' })).toMatchObject({ status: 201 });
      expect(reads()).toBe(1);
    }
    bar = await server.trading();
    await save(brownie);
    expect(await order(from)).toMatchObject(refusedWith(gone));
    const others = reads();
    expect(others).toBeGreaterThan(1);
    expect(await order(from)).toMatchObject(refusedWith(gone));
    expect(reads()).toBeGreaterThan(others);
  } finally {
    run.mockRestore();
  }
});

it('no past menu is read for a network that has too many declined cards (D69)', async () => {
  const from = await chosen();
  await save({ ...unstated, allergens: ['nuts'] });
  const strict = await testServer({ beside: server, limits: ['declines-network=5'] });
  const run = vi.spyOn(strict.database, 'run');
  const reads = () => run.mock.calls.filter(([{ name }]) => name === 'menu_chosen_from').length;
  try {
    expect(await order('', { at: strict, paymentMethod: 'test_declined' })).toMatchObject({ status: 201 });
    expect(await order(from, { at: strict })).toMatchObject({ status: 429 });
    expect(reads()).toBe(0);
  } finally {
    run.mockRestore();
    await strict.close();
  }
});
