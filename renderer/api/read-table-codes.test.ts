import { expect, it } from 'vitest';
import { readTableCodes } from './read-table-codes.ts';

const apiBase = 'https://orders.example.com/api';

it('addresses of a server are whole, whatever the page’s own is', () => {
  const said = { guestPage: '/o/1', tables: [{ table: '7', url: '/o/1/t/abc' }] };
  expect(readTableCodes(said, apiBase)).toEqual({
    guestPage: 'https://orders.example.com/o/1',
    tables: [{ table: '7', url: 'https://orders.example.com/o/1/t/abc' }],
  });
});

it('another server may tell whole addresses; what is none of the web is left out (D2)', () => {
  const tables = [
    { table: '1', url: 'https://menu.example.org/1' },
    { table: '2', url: 'javascript:alert(1)' },
    { table: '3' },
    null,
  ];
  expect(readTableCodes({ tables }, apiBase)).toEqual({
    guestPage: '',
    tables: [{ table: '1', url: 'https://menu.example.org/1' }],
  });
  expect(readTableCodes('nothing', apiBase)).toEqual({ guestPage: '', tables: [] });
});
