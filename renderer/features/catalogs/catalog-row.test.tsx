// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../../tests/support/components/show.tsx';
import { Client } from '../../api/client.ts';
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

it('a copy is of the menu as it is by then, and not as the list had it', async () => {
  const sent: unknown[] = [];
  vi.spyOn(Client.prototype, 'call').mockImplementation(async (key, options) => {
    if (key === 'GET /sellers/catalogs/:catalogId')
      return readCatalog(menu('Autumn menu', 'Pie', 'Soup')) as never;
    sent.push([key, 'body' in options ? options.body : null]);
    return readCatalog({ ...menu('Autumn menu copy', 'Pie', 'Soup'), id: 'copy' }) as never;
  });
  const { user } = show(
    <MemoryRouter>
      <CatalogRow catalog={readListedCatalog(menu('Summer menu', 'Pie'))} onRemove={() => {}} />
    </MemoryRouter>,
  );
  await user.click(screen.getByRole('button', { name: 'Duplicate Summer menu' }));
  await screen.findByText('Autumn menu copy was added.');
  expect(sent).toMatchObject([
    [
      'POST /sellers/catalogs',
      { name: 'Autumn menu copy', categories: [{ list: [{ name: 'Pie' }, { name: 'Soup' }] }] },
    ],
  ]);
});
