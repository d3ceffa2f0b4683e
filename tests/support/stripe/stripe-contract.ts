import { deepStrictEqual as same, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { HoldState } from '../../../server/payments/payment-provider.ts';
import { booksContract } from './books-contract.ts';
import { amount, ask, done, held, NotTried, type ContractCase } from './contract-steps.ts';

const kindsOf = (states: { kind: string }[]) => states.map(({ kind }) => kind);

export const stripeContract: ContractCase[] = [
  {
    name: 'the fees of a payment are told once it is taken, the platform’s apart from the others',
    async run(provider, account) {
      const { hold, step } = await held(provider, account);
      same((await provider.readFees(hold.reference)).kind, 'unknown');
      same(await provider.capture(step('capture')), done);
      const told = await provider.readFees(hold.reference);
      ok(told.kind === 'told');
      same(told.fees.platform, 5);
      ok(told.fees.card > 0 && told.fees.card < amount / 2);
    },
  },
  {
    name: 'a hold lasts for days, is taken once, and asked for twice it is the same one',
    async run(provider, account) {
      const { orderId, hold, step } = await held(provider, account);
      ok(hold.captureBefore.getTime() > Date.now() + 4 * 24 * 60 * 60_000);
      same(await ask(provider, account, 'pm_card_visa', orderId), hold);
      same(await provider.capture(step('capture')), done);
      same(await provider.capture(step('capture')), done);
      same(await provider.capture(step('capture-again')), done);
      same(await provider.readHold(hold.reference), { kind: 'taken', reference: hold.reference });
      same((await provider.release(step('release'))).kind, 'taken');
    },
  },
  {
    name: 'a hold that was given back is gone, and cannot be taken',
    async run(provider, account) {
      const { hold, step } = await held(provider, account);
      same(await provider.release(step('release')), done);
      same(await provider.release(step('release-again')), done);
      same(await provider.capture(step('capture')), {
        kind: 'failed',
        message: 'The hold on the card has ended.',
      });
      same((await provider.readHold(hold.reference)).kind, 'refused');
    },
  },
  {
    name: 'a declined card is refused, names its intent, and is closed by a release',
    async run(provider, account) {
      const orderId = randomUUID();
      const hold = await ask(provider, account, 'pm_card_visa_chargeDeclined', orderId);
      ok(hold.kind === 'refused' && hold.reference !== null);
      const step = { orderId, reference: hold.reference, amount, idempotencyKey: `release:${orderId}` };
      same(await provider.release(step), done);
      const nobody = await ask(provider, account, 'pm_nobody_knows');
      ok(nobody.kind === 'refused' && nobody.reference === null);
    },
  },
  {
    name: 'a bank that wants to hear from its customer leaves a secret for their app',
    async run(provider, account) {
      const orderId = randomUUID();
      const hold = await ask(provider, account, 'pm_card_authenticationRequired', orderId);
      ok(hold.kind === 'action-needed' && hold.clientSecret !== '');
      same(await provider.readHold(hold.reference), hold);
      const step = { orderId, reference: hold.reference, amount, idempotencyKey: `release:${orderId}` };
      same(await provider.release(step), done);
    },
  },
  {
    name: 'with the publishable key no other card can be tried on it',
    async run(provider, account, _books, anybody) {
      if (!anybody) throw new NotTried('There is no publishable key');
      const orderId = randomUUID();
      const hold = await ask(provider, account, 'pm_card_authenticationRequired', orderId);
      ok(hold.kind === 'action-needed');
      const { status, message } = await anybody(hold.clientSecret, 'pm_card_visa');
      same(status, 400);
      ok(message.includes('confirmation_method'), message);
      same(await provider.readHold(hold.reference), hold);
      const step = { orderId, reference: hold.reference, amount, idempotencyKey: `release:${orderId}` };
      same(await provider.release(step), done);
    },
  },
  {
    name: 'a hold stays as it is when it is confirmed again, and one that was given back stays gone',
    async run(provider, account) {
      const { orderId, hold, step } = await held(provider, account);
      const again = (attempt: number) =>
        provider.confirmHold({
          reference: hold.reference,
          idempotencyKey: `confirm:${orderId}:${attempt}`,
        });
      same(await again(1), hold);
      same(await again(2), hold);
      same(await provider.release(step('release')), done);
      same((await again(3)).kind, 'refused');
      same((await provider.capture(step('capture'))).kind, 'failed');
    },
  },
  {
    name: 'a refund is made once for its id, and never beyond what was taken',
    async run(provider, account) {
      const { step, refund } = await held(provider, account);
      await provider.capture(step('capture'));
      const id = randomUUID();
      same(await refund(id, 400), done);
      same(await refund(id, 400), done);
      same(kindsOf([await refund(randomUUID(), 221)]), ['failed']);
      same(await refund(randomUUID(), 220), done);
      same(kindsOf([await refund(randomUUID(), 1)]), ['failed']);
    },
  },
  {
    name: 'a hold whose answer was lost is found by its order, and another’s is not',
    async run(provider, account) {
      const { orderId, hold } = await held(provider, account);
      const placedAt = new Date();
      same(await provider.findHold({ orderId, account, placedAt }), hold satisfies HoldState);
      same(await provider.findHold({ orderId: randomUUID(), account, placedAt }), null);
    },
  },
  ...booksContract,
];
