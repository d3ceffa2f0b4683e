// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { pence } from '#shared/base/money.ts';
import { stripeForm } from './cards.ts';

afterEach(() => {
  delete window.Stripe;
});

const gone = () => Promise.reject(new TypeError('Failed to fetch'));
const elements = {
  create: () => ({ mount: () => undefined }),
  update: () => undefined,
  submit: async () => ({}),
};
const stripe = {
  elements: () => elements,
  createPaymentMethod: async () => ({ paymentMethod: { id: 'pm_1' } }),
  handleNextAction: async () => undefined,
};

/** A form of Stripe's script, which behaves so. */
async function formOf(behaves: object) {
  window.Stripe = () => ({ ...stripe, ...behaves });
  const form = stripeForm({ publishableKey: 'pk_test', account: 'acct_one' }, pence(320), 'light');
  return { form, isThere: await form.mount(document.createElement('div')) };
}

it('gives the card that Stripe’s form gave', async () => {
  const { form, isThere } = await formOf({});
  expect(isThere).toBe(true);
  expect(await form.method()).toEqual({ id: 'pm_1', at: expect.any(Number) });
});

it.each([
  ['submitted', { elements: () => ({ ...elements, submit: gone }) }],
  ['given to Stripe', { createPaymentMethod: gone }],
])('says what to do where a card cannot be %s (D69)', async (_what, behaves) => {
  const { form } = await formOf(behaves);
  expect(await form.method()).toEqual({
    problem: expect.stringMatching(/nothing was taken.*connection.*press Pay again/),
  });
});

it('counts as not loaded if Stripe’s script makes no form of it', async () => {
  const { form, isThere } = await formOf({
    elements: () => {
      throw new Error('No such account');
    },
  });
  expect(isThere).toBe(false);
  expect(await form.method()).toEqual({ problem: expect.stringContaining('could not be loaded') });
});
