// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../../tests/support/components/show.tsx';
import type { OrderCommands } from '../../orders/order-commands.ts';
import { useBoardKeys } from './use-board-keys.ts';

const nothing = () => undefined;

/** A board of three orders with a card and a list of choices on it. */
function showBoard() {
  const onAllDay = vi.fn<() => void>();
  const moveTo = vi.fn<(orderId: string) => void>();
  function Board() {
    useBoardKeys({
      ids: () => ['1', '2', '3'],
      orders: [],
      at: new Map(),
      opened: null,
      open: nothing,
      close: nothing,
      moveTo,
      commands: {} as OrderCommands,
      acting: true,
      print: nothing,
      onAllDay,
      onHelp: nothing,
      searchBox: { current: null },
    });
    return (
      <>
        <button type="button">Card</button>
        <select aria-label="Station">
          <option>Bar</option>
          <option>Desserts</option>
        </select>
      </>
    );
  }
  return { ...show(<Board />), onAllDay, moveTo };
}
const card = () => screen.getByRole('button', { name: 'Card' });
const choices = () => screen.getByRole('combobox', { name: 'Station' });

it('leaves a key that is pressed in a list of choices to the list', () => {
  const { onAllDay, moveTo } = showBoard();
  for (const key of ['d', 'j', '2'])
    expect(fireEvent.keyDown(choices(), { key }), `${key} still finds a choice`).toBe(true);
  expect(onAllDay).not.toHaveBeenCalled();
  expect(moveTo).not.toHaveBeenCalled();
  fireEvent.keyDown(card(), { key: 'd' });
  expect(onAllDay).toHaveBeenCalledTimes(1);
});

it('does once what a key that is held down means, but moves on and on', () => {
  const { onAllDay, moveTo } = showBoard();
  for (const repeat of [false, true, true]) {
    expect(fireEvent.keyDown(card(), { key: 'd', repeat }), 'the page does nothing with it').toBe(false);
    fireEvent.keyDown(card(), { key: 'j', repeat });
  }
  expect(onAllDay).toHaveBeenCalledTimes(1);
  expect(moveTo).toHaveBeenCalledTimes(3);
});
