// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { Item } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import { show } from '../../tests/support/components/show.tsx';
import { soldOutKey, type SoldOut } from '../catalog-model/content.ts';
import { SoldOutDialog } from './sold-out-dialog.tsx';

const burger: Item = {
  id: 'burger',
  name: 'Burger',
  cost: pence(1200),
  note: '',
  modifiers: [
    {
      id: 'extras',
      name: 'Extras',
      kind: 'optionalExtra',
      note: '',
      list: [{ name: 'Extra cheese', cost: pence(100) }],
    },
  ],
};
const theBurger = soldOutKey('burger');
const cheese = { itemId: 'burger', modifierId: 'extras', option: 'Extra cheese' };

/** The dialog over a menu whose marks a colleague changes while it is open. */
function open(before: SoldOut, meanwhile: SoldOut) {
  const mark = vi.fn<(place: unknown, until: string | null) => Promise<void>>(async () => {});
  const clocks = { zone: 'Europe/London', isNamed: false };
  function Menu() {
    const [soldOut, setSoldOut] = useState(before);
    return (
      <>
        <SoldOutDialog item={burger} soldOut={soldOut} clocks={clocks} mark={mark} onClose={() => {}} />
        <button onClick={() => setSoldOut(meanwhile)}>A colleague</button>
      </>
    );
  }
  const { user } = show(<Menu />);
  return {
    mark,
    /** The colleague changes the marks, then the cheese is ticked and saved. */
    async tickCheese() {
      act(() => screen.getByText('A colleague').click());
      await user.click(screen.getByLabelText('Extras: Extra cheese'));
      await user.click(screen.getByRole('button', { name: 'Save', hidden: true }));
      await waitFor(() => expect(mark).toHaveBeenCalled());
    },
  };
}

it('leaves what a colleague marked while it was open (D37)', async () => {
  const { mark, tickCheese } = open({}, { [theBurger]: 'session' });
  await tickCheese();
  expect(mark.mock.calls).toEqual([[cheese, 'session']]);
});

it('does not mark anew what came back while it was open (D37)', async () => {
  const { mark, tickCheese } = open({ [theBurger]: 'session' }, {});
  await tickCheese();
  expect(mark.mock.calls).toEqual([[cheese, 'session']]);
});
