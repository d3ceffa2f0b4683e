import { expect, it } from 'vitest';
import { readOutlet, readSignedFile } from './read-outlet.ts';

it('D2 reads both spellings of an address, and a catalog by object or id', () => {
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

it('D38 an image is where the API is, wherever the page is; a whole address is left alone', () => {
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
