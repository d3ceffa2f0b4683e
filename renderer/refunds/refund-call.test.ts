import { expect, it } from 'vitest';
import { pence } from '#shared/base/money.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { hastyLine } from '../../tests/support/stand-in/hasty-line.ts';
import type { Client } from '../api/client.ts';
import { CallFailed, readFailure, unreachable, type Failure } from '../api/failure.ts';
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

const page = readFailure(403, '<html>Sign in to the network</html>');
const said = (status: number) => readFailure(status, { error: { code: 'NO', message: 'No.' } });

it.each<[string, 'refused' | 'unknown', Failure[], boolean]>([
  ['the API refuses who asks', 'refused', [said(403)], false],
  ['the API does, after a try without an answer', 'unknown', [unreachable, said(403)], false],
  ['its session ends after a try without an answer', 'unknown', [unreachable, said(401)], false],
  ['its order is not found after a try without an answer', 'unknown', [unreachable, said(404)], false],
  ['its order is not found when it is asked about again', 'unknown', [said(404)], true],
  ['a page of the network comes', 'unknown', [page], false],
  ['a page of the network comes after a try without an answer', 'unknown', [unreachable, page], false],
  ['its key is decided on after a try without an answer', 'refused', [unreachable, said(422)], false],
  ['the server was too busy before', 'refused', [said(429), said(403)], false],
])(
  'a refund is known not to be made only if nothing can have made it: %s (D49)',
  async (_what, kind, failures, again) => {
    let tries = 0;
    const client = {
      call: () => Promise.reject(new CallFailed(failures[Math.min(tries++, failures.length - 1)] as Failure)),
    } as unknown as Client;
    const order = sampleOrder({ status: 'complete', version: 6 });
    const decision = { idempotencyKey: 'key', version: 6, refunded: 0, amount: pence(250), reason: '' };
    expect(
      await callForRefund(client, order, decision, { again, zone: 'UTC', line: hastyLine(200) }),
    ).toMatchObject({ kind });
  },
);
