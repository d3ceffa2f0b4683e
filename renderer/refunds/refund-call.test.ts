import { expect, it } from 'vitest';
import { pence } from '#shared/base/money.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { hastyLine } from '../../tests/support/stand-in/hasty-line.ts';
import type { Client } from '../api/client.ts';
import { CallFailed } from '../api/failure.ts';
import { callForRefund } from './refund-call.ts';

const at = '2026-11-21T13:05:00.000Z';
const theirs = { id: 'theirs', amount: pence(250), createdAt: at, reason: null };
/** As a server has it that has lost the press's key, and found its refund at the card provider. */
const found = { ...theirs, id: 'found', createdAt: '2026-11-21T13:04:00.000Z' };
const message = 'Somebody else has changed this order.';

it.each([
  ['as much', [theirs], { kind: 'refused', message: 'Already refunded on Bar till at 13:05.' }],
  ['as much, and this one was made too', [theirs, found], { kind: 'made' }],
])(
  'asked about again, a refund is not taken for a colleague’s of %s (D49)',
  async (_what, refunds, outcome) => {
    const current = sampleOrder({
      status: 'complete',
      version: 8,
      refunded: pence(refunds.reduce((sum, { amount }) => sum + amount, 0)),
      payment: { refunds, captureError: null },
      actions: [{ action: 'refund', at, screenName: 'Bar till', version: 7 }],
    });
    const failure = { status: 409, code: 'VERSION_CONFLICT', message, fields: {}, current };
    const client = { call: () => Promise.reject(new CallFailed(failure)) } as unknown as Client;
    const decision = { idempotencyKey: 'key', version: 6, refunded: 0, amount: pence(250), reason: '' };
    expect(
      await callForRefund(client, current, decision, { again: true, zone: 'UTC', line: hastyLine(5) }),
    ).toMatchObject(outcome);
  },
);
