// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { pence } from '#shared/base/money.ts';
import { show } from '../../tests/support/components/show.tsx';
import { Client } from '../api/client.ts';
import { readCatalog } from '../api/read-catalog.ts';
import { LeftToSell } from './left-to-sell.tsx';
import { LineSoldOutDialog } from './line-sold-out-dialog.tsx';

const outlet = { id: 'bar', name: 'The Bar', catalogId: 'menu', availability: 'open' };
const dish = (id: string) => ({ id, name: id, cost: pence(300), note: '', modifiers: [] });

/** What the server has, and what it was told. */
let items: { id: string; soldOutUntil?: string | null }[];
let portions: { itemId: string; left: number }[];
let marks: unknown[];
let reads: number;
/** Opens the way for the next readings of the menu. */
let slow: Promise<void> | null;
const menu = () =>
  readCatalog({ id: 'menu', name: 'Menu', revision: 1, categories: [{ id: 'c', name: 'C', list: items }] });

beforeEach(() => {
  [items, portions, marks, reads, slow] = [[dish('Chips')], [{ itemId: 'Chips', left: 3 }], [], 0, null];
  vi.spyOn(Client.prototype, 'call').mockImplementation((async (
    key: string,
    { body }: { body: { until: string | null } },
  ) => {
    if (key === 'GET /sellers/outlets') return [outlet];
    if (key === 'GET /sellers/outlets/:outletId') return outlet;
    if (key === 'GET /sellers/outlets/:outletId/portions') return { portions };
    if (key === 'GET /sellers/catalogs/:catalogId') {
      reads += 1;
      await slow;
      return menu();
    }
    if (key !== 'POST /sellers/catalogs/:catalogId/sold-out') throw new Error(`Unexpected ${key}`);
    marks.push(body.until);
    items = items.map((item) => ({ ...item, soldOutUntil: body.until }));
    return menu();
  }) as Client['call']);
});

/** Left to sell beside the dialog of the chips, which is opened and closed. */
function Kitchen() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <LeftToSell outletId="bar" />
      <button onClick={() => setOpen(true)}>Sold out…</button>
      {isOpen && (
        <LineSoldOutDialog
          outletId="bar"
          line={{ itemId: 'Chips', name: 'Chips' }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
async function openKitchen() {
  const shown = show(<Kitchen />);
  await screen.findByText('Chips');
  return shown;
}
const chips = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /^Chips/, hidden: true });
const save = () => screen.getByRole('button', { name: 'Save', hidden: true });
const open = () => act(() => screen.getByText('Sold out…').click());
const isClosed = () => waitFor(() => expect(screen.queryByRole('checkbox', { hidden: true })).toBe(null));

it('what was marked sold out is offered again, although another part of the screen has the menu (D37)', async () => {
  const { user } = await openKitchen();
  open();
  await user.click(await chips());
  await user.click(save());
  await isClosed();
  open();
  expect((await chips()).checked).toBe(true);
  await user.click(await chips());
  await user.click(save());
  await isClosed();
  expect(marks).toEqual(['session', null]);
});

it('nothing of an older menu is shown: a colleague’s mark is ticked from the first (D37)', async () => {
  await openKitchen();
  items = items.map((item) => ({ ...item, soldOutUntil: 'session' }));
  let answer = () => {};
  slow = new Promise((resolve) => (answer = resolve));
  open();
  await screen.findByText('Loading the menu');
  expect(screen.queryByRole('checkbox', { hidden: true })).toBe(null);
  answer();
  expect((await chips()).checked).toBe(true);
});

it('what is left to sell reads the menu again for an item that was added since, and not for each portion (D77)', async () => {
  const { store } = await openKitchen();
  const { apiSlice } = await import('../api/api-slice.ts');
  const counted = async (now: typeof portions, found: string) => {
    portions = now;
    act(() => void store.dispatch(apiSlice.util.invalidateTags(['Portions'])));
    await screen.findByText(found);
  };
  items = [dish('Chips'), dish('Soup')];
  await counted([{ itemId: 'Chips', left: 0 }], 'Sold out');
  expect(reads).toBe(1);
  await counted(
    [
      { itemId: 'Chips', left: 0 },
      { itemId: 'Soup', left: 9 },
    ],
    'Soup',
  );
  expect(reads).toBe(2);
});
