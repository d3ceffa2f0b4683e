import { expect, it } from 'vitest';
import { readReturn } from './finish-connecting.ts';

const read = (address: string) => readReturn(new URL(address, 'https://orders.example.com'));

it('what Stripe sent back is read from behind the address, where no server sees it', () => {
  expect(read('/payouts?stripe=returned#code=ac_1&state=a.1.n.s')).toEqual({
    code: 'ac_1',
    state: 'a.1.n.s',
  });
});

it.each([
  '/payouts?stripe=returned',
  '/payouts?stripe=returned#code=ac_1',
  '/payouts#code=ac_1&state=s',
  '/outlets?stripe=returned#code=a&state=s',
])('%s finishes nothing', (address) => {
  expect(read(address)).toBeNull();
});
