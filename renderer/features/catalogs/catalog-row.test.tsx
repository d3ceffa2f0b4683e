// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../../tests/support/components/show.tsx';
import { Client } from '../../api/client.ts';
import { CallFailed, unreachable } from '../../api/failure.ts';
import { readCatalog, readListedCatalog } from '../../api/read-catalog.ts';
import { CatalogRow } from './catalog-row.tsx';

const menu = (name: string, ...items: string[]) => ({
  id: 'menu',
  name,
  revision: 3,
  categories: [
    { id: 'mains', name: 'Mains', list: items.map((item) => ({ id: item, name: item, cost: 5 })) },
  ],
});

afterEach(() => void vi.restoreAllMocks());

/** @param answers to the presses, one after the other */
function showRow(...answers: (() => Promise<unknown>)[]) {
  const sent: { idempotencyKey?: string; body?: unknown }[] = [];
  vi.spyOn(Client.prototype, 'call').mockImplementation((key, options) => {
    const now = Promise.resolve(readCatalog(menu('Autumn menu', 'Pie', 'Soup')));
    if (key === 'GET /sellers/catalogs/:catalogId') return now;
    sent.push(options);
    return (answers.shift()?.() ?? now) as Promise<never>;
  });
  const { user } = show(
    <MemoryRouter>
      <CatalogRow catalog={readListedCatalog(menu('Summer menu', 'Pie'))} onRemove={() => {}} />
    </MemoryRouter>,
  );
  return { user, sent, button: screen.getByRole('button', { name: 'Duplicate Summer menu' }) };
}

it('a copy is of the menu as it is by then, and not as the list had it', async () => {
  const { user, sent, button } = showRow();
  await user.click(button);
  await screen.findByText('Autumn menu copy was added.');
  expect(sent).toMatchObject([
    { body: { name: 'Autumn menu copy', categories: [{ list: [{ name: 'Pie' }, { name: 'Soup' }] }] } },
  ]);
});

it('a copy whose answer was lost is the same copy at the next press, and another one after that', async () => {
  const lost = () => Promise.reject(new CallFailed(unreachable));
  const { user, sent, button } = showRow(lost);
  await user.click(button);
  await screen.findByText(unreachable.message);
  await user.click(button);
  await screen.findByText('Autumn menu copy was added.');
  await user.click(button);
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  const [first, second, third] = sent.map(({ idempotencyKey }) => idempotencyKey);
  expect(first).toMatch(/^[\w-]{36}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
