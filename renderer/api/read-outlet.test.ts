import { expect, it } from 'vitest';
import { readOutlet, readOutletWithSessions, readSignedFile } from './read-outlet.ts';

it('reads both spellings of an address, and a catalog by object or id (D2)', () => {
  expect(
    readOutlet({
      _id: 'x',
      name: 'Ferry',
      addressLine1: '1',
      postCode: 'SE1',
      catalogId: 'c',
      accountStatus: 'verified',
    }),
  ).toMatchObject({
    id: 'x',
    lineOne: '1',
    postcode: 'SE1',
    catalog: { id: 'c', name: '' },
    accountStatus: { value: 'verified', label: 'verified' },
  });
});

it('an image is where the API is, wherever the page is; a whole address is left alone (D38)', () => {
  const api = 'https://orders.example.com/api';
  const address = (brandImageUrl: unknown, base: string) =>
    readOutlet({ id: '1', brandImageUrl }, base).brandImageUrl;
  expect(address('/api/images/a.jpg', api)).toBe('https://orders.example.com/api/images/a.jpg');
  expect(address('/api/images/a.jpg', '/api')).toBe('/api/images/a.jpg');
  expect(address('https://bucket.example/a.jpg', api)).toBe('https://bucket.example/a.jpg');
  expect(address(undefined, api)).toBe(null);
  expect(readSignedFile({ signedRequest: '/api/images/u?x', url: '/api/images/u' }, api)).toEqual({
    signedRequest: 'https://orders.example.com/api/images/u?x',
    url: '/api/images/u',
  });
});

it('figures and times of a trading session that a server leaves out are not known (D2)', () => {
  const sessionOf = (session: object) =>
    readOutletWithSessions({ id: 'o', tradingSessions: [{ id: 's', ...session }] }, '').tradingSessions[0];
  expect(sessionOf({})).toMatchObject({ numberOfOrders: null, totalEarnings: null, startedAt: '' });
  expect(sessionOf({ numberOfOrders: null, totalEarnings: 'many' })).toMatchObject({
    numberOfOrders: null,
    totalEarnings: null,
  });
  expect(
    sessionOf({ numberOfOrders: 0, totalEarnings: '1650', startedAt: '2026-03-01T12:00:00Z' }),
  ).toMatchObject({ numberOfOrders: 0, totalEarnings: 1650, startedAt: '2026-03-01T12:00:00.000Z' });
  expect(readOutlet({ id: 'o', tradingSession: { id: 's' } }).tradingSession).toEqual({
    id: 's',
    startedAt: '',
  });
});
