// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { Item } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import { show } from '../../tests/support/components/show.tsx';
import { CallFailed, unreachable } from '../api/failure.ts';
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
const theCheese = soldOutKey('burger', { modifierId: 'extras', name: 'Extra cheese' });
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

/** The dialog over the menu that its marks change; the server is away at the second of them. */
function openOverMenu(before: SoldOut) {
  const now = { soldOut: before };
  const mark = vi.fn<(place: unknown, until: string | null) => void>();
  const onMarked = vi.fn<(undo: () => Promise<void>) => void>();
  function Menu() {
    const [soldOut, setSoldOut] = useState(before);
    return (
      <SoldOutDialog
        item={burger}
        soldOut={soldOut}
        clocks={{ zone: 'Europe/London', isNamed: false }}
        mark={async (place, until) => {
          mark(place, until);
          if (mark.mock.calls.length === 2) throw new CallFailed(unreachable);
          const { [keyOf(place)]: _was, ...others } = now.soldOut;
          now.soldOut = until === null ? others : { ...others, [keyOf(place)]: until };
          setSoldOut(now.soldOut);
        }}
        onMarked={onMarked}
        onClose={() => {}}
      />
    );
  }
  const { user } = show(<Menu />);
  return {
    now,
    tick: (name: RegExp) => user.click(screen.getByRole('checkbox', { name, hidden: true })),
    save: () => user.click(screen.getByRole('button', { name: 'Save', hidden: true })),
    failed: () => screen.findByText(unreachable.message),
    async undo() {
      await waitFor(() => expect(onMarked).toHaveBeenCalledOnce());
      await act(async () => onMarked.mock.lastCall?.[0]());
    },
  };
}
const keyOf = ({ option }: { option?: string }) => (option === undefined ? theBurger : theCheese);

it('takes all back that was marked, also before a mark that failed (D37)', async () => {
  const { now, tick, save, failed, undo } = openOverMenu({});
  await tick(/^Burger/);
  await tick(/cheese/);
  await save();
  await failed();
  expect(now.soldOut).toEqual({ [theBurger]: 'session' });
  await save();
  await waitFor(() => expect(now.soldOut).toEqual({ [theBurger]: 'session', [theCheese]: 'session' }));
  await undo();
  expect(now.soldOut).toEqual({});
});

it('offers again what was marked before a mark that failed, and is ticked no longer (D37)', async () => {
  const { now, tick, save, failed } = openOverMenu({});
  await tick(/^Burger/);
  await tick(/cheese/);
  await save();
  await failed();
  await tick(/^Burger/);
  await save();
  await waitFor(() => expect(now.soldOut).toEqual({ [theCheese]: 'session' }));
});
