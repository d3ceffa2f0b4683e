import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { pence } from '../base/money.ts';
import {
  applyCommand,
  transitions,
  type OrderCommand,
  type OrderCommandKind,
  type OrderState,
} from './machine.ts';
import { itemStatuses, orderStatuses, type ItemStatus, type OrderStatus } from '../base/order-statuses.ts';

const commands: Record<OrderCommandKind, OrderCommand> = {
  paymentCreated: { kind: 'paymentCreated' },
  paymentWorking: { kind: 'paymentWorking' },
  paymentAuthorised: { kind: 'paymentAuthorised' },
  paymentFailed: { kind: 'paymentFailed' },
  paymentAborted: { kind: 'paymentAborted' },
  accept: { kind: 'accept' },
  readNote: { kind: 'readNote' },
  moveReadyTime: { kind: 'moveReadyTime' },
  checkAge: { kind: 'checkAge', outcome: 'checked' },
  cancel: { kind: 'cancel' },
  expire: { kind: 'expire' },
  waitAnew: { kind: 'waitAnew' },
  holdEnded: { kind: 'holdEnded' },
  progress: { kind: 'progress' },
  regress: { kind: 'regress' },
  progressItems: { kind: 'progressItems', items: ['b'], status: 'working' },
  complete: { kind: 'complete' },
  captureConfirmed: { kind: 'captureConfirmed' },
  captureFailed: { kind: 'captureFailed' },
  refund: { kind: 'refund', amount: 400 },
  refundFailed: { kind: 'refundFailed', amount: 400 },
};
const kinds = Object.keys(commands) as OrderCommandKind[];
/** Each of them, and steps of any of the lines. */
const anyPress: fc.Arbitrary<OrderCommand>[] = [
  fc.constantFrom(...Object.values(commands)),
  fc.record({
    kind: fc.constant('progressItems' as const),
    items: fc.subarray(['a', 'b'], { minLength: 1 }),
    status: fc.constantFrom(...itemStatuses),
  }),
];

/** Two lines in stages that fit each status. */
const linesIn: Partial<Record<OrderStatus, [ItemStatus, ItemStatus]>> = {
  deliver_working: ['ready', 'waiting'],
  deliver_enroute: ['complete', 'complete'],
  payment_capture: ['complete', 'complete'],
  deliver_success: ['complete', 'complete'],
  complete: ['complete', 'complete'],
  refunded: ['complete', 'complete'],
};

function orderIn(
  status: OrderStatus,
  lines = linesIn[status] ?? ['waiting', 'waiting'],
  refunded = status === 'refunded' ? 1000 : 0,
): OrderState {
  return {
    status,
    itemStatus: lines.map((stage, index) => ({ id: 'ab'[index] ?? '?', status: stage })),
    amount: pence(1000),
    refunded: pence(refunded),
  };
}

/** `-` is a refusal. Every status is a row and every command a column, so that the table is complete. */
const expected: Record<OrderStatus, Partial<Record<OrderCommandKind, OrderStatus>>> = {
  payment_pending: {
    paymentCreated: 'payment_created',
    paymentFailed: 'payment_failure',
    paymentAborted: 'payment_aborted',
  },
  payment_created: {
    paymentWorking: 'payment_working',
    paymentFailed: 'payment_failure',
    paymentAborted: 'payment_aborted',
  },
  payment_working: {
    paymentAuthorised: 'deliver_pending',
    paymentFailed: 'payment_failure',
    paymentAborted: 'payment_aborted',
  },
  payment_failure: {},
  payment_aborted: {},
  deliver_pending: {
    readNote: 'deliver_pending',
    accept: 'deliver_waiting',
    progress: 'deliver_waiting',
    cancel: 'deliver_aborted',
    holdEnded: 'deliver_expired',
    expire: 'deliver_expired',
    waitAnew: 'deliver_pending',
  },
  deliver_waiting: {
    readNote: 'deliver_waiting',
    moveReadyTime: 'deliver_waiting',
    progress: 'deliver_working',
    regress: 'deliver_pending',
    progressItems: 'deliver_working',
    cancel: 'deliver_aborted',
    holdEnded: 'deliver_expired',
  },
  deliver_working: {
    readNote: 'deliver_working',
    moveReadyTime: 'deliver_working',
    progress: 'deliver_working',
    regress: 'deliver_working',
    progressItems: 'deliver_working',
    cancel: 'deliver_aborted',
    holdEnded: 'deliver_expired',
  },
  deliver_enroute: {
    readNote: 'deliver_enroute',
    regress: 'deliver_enroute',
    progressItems: 'deliver_working',
    complete: 'payment_capture',
    cancel: 'deliver_aborted',
    holdEnded: 'deliver_expired',
  },
  payment_capture: { captureConfirmed: 'complete', captureFailed: 'deliver_success' },
  deliver_success: { captureConfirmed: 'complete', captureFailed: 'deliver_success' },
  complete: { captureConfirmed: 'complete', refund: 'complete' },
  refunded: { refundFailed: 'complete' },
  deliver_aborted: { captureConfirmed: 'complete' },
  deliver_expired: { captureConfirmed: 'complete' },
  deliver_decline: {},
};

describe('the order machine, cell by cell (D25)', () => {
  it.each(orderStatuses.flatMap((status) => kinds.map((kind) => [status, kind] as const)))(
    '%s + %s',
    (status, kind) => {
      const order = orderIn(status);
      const result = applyCommand(order, commands[kind]);
      const goal = expected[status][kind];
      if (goal === undefined) return expect(result.kind).toBe('refused');
      if (result.kind === 'unchanged') return expect(goal).toBe(status);
      return expect(result).toMatchObject({ kind: 'moved', next: { status: goal } });
    },
  );

  it('can reach every status but the one it only reads', () => {
    const reached = new Set<string>([
      'payment_pending',
      'deliver_waiting',
      'deliver_working',
      'deliver_enroute',
      'refunded',
    ]);
    for (const row of Object.values(transitions))
      for (const target of Object.values(row)) reached.add(target);
    expect(orderStatuses.filter((status) => !reached.has(status))).toEqual(['deliver_decline']);
  });
});

describe('items drive the order (D25)', () => {
  const move = (lines: [ItemStatus, ItemStatus], items: string[], status: ItemStatus, from: OrderStatus) =>
    applyCommand(orderIn(from, lines), { kind: 'progressItems', items, status });

  it.each([
    [['waiting', 'waiting'], ['a'], 'working', 'deliver_waiting', 'deliver_working'],
    [['working', 'waiting'], ['a'], 'waiting', 'deliver_working', 'deliver_waiting'],
    [['ready', 'working'], ['b'], 'ready', 'deliver_working', 'deliver_enroute'],
    [['ready', 'ready'], ['a', 'b'], 'complete', 'deliver_enroute', 'deliver_enroute'],
    [['complete', 'waiting'], ['b'], 'working', 'deliver_working', 'deliver_working'],
    [['waiting', 'waiting'], ['a'], 'complete', 'deliver_waiting', 'deliver_working'],
  ] as const)('%j moving %j to %s in %s gives %s', (lines, items, status, from, goal) => {
    expect(move([...lines], [...items], status, from)).toMatchObject({
      kind: 'moved',
      next: { status: goal },
    });
  });

  it('moves just the named items', () => {
    const result = move(['waiting', 'waiting'], ['b'], 'ready', 'deliver_waiting');
    expect(result).toMatchObject({ next: { itemStatus: [{ status: 'waiting' }, { status: 'ready' }] } });
  });

  it('says nothing changed when the items already stand there', () => {
    expect(move(['ready', 'waiting'], ['a'], 'ready', 'deliver_working')).toEqual({ kind: 'unchanged' });
  });

  it('refuses unknown items and an empty choice (D26)', () => {
    expect(move(['waiting', 'waiting'], ['z'], 'ready', 'deliver_waiting')).toMatchObject({
      code: 'UNKNOWN_ITEM',
    });
    expect(move(['waiting', 'waiting'], [], 'ready', 'deliver_waiting')).toMatchObject({ code: 'NO_ITEMS' });
  });
});

describe('a customer’s note (D57)', () => {
  const unread = (lines: [ItemStatus, ItemStatus], status: OrderStatus): OrderState => ({
    ...orderIn(status, lines),
    noteUnread: true,
  });
  const refused = { kind: 'refused', code: 'NOTE_UNREAD' };

  it('keeps each way to ready shut until it was read, and no other', () => {
    const cooking = unread(['working', 'working'], 'deliver_working');
    expect(applyCommand(cooking, { kind: 'progress' })).toMatchObject(refused);
    for (const status of ['ready', 'complete'] as const)
      expect(applyCommand(cooking, { kind: 'progressItems', items: ['b'], status })).toMatchObject(refused);
    for (const command of [commands.cancel, commands.regress, commands.readNote])
      expect(applyCommand(cooking, command).kind).toBe('moved');
    const read = applyCommand(cooking, { kind: 'readNote' });
    if (read.kind !== 'moved') throw new Error('Not read');
    expect(read.next).toMatchObject({ status: 'deliver_working', itemStatus: cooking.itemStatus });
    expect(applyCommand(read.next, { kind: 'progress' })).toMatchObject({
      next: { status: 'deliver_enroute' },
    });
    expect(applyCommand(read.next, { kind: 'readNote' })).toEqual({ kind: 'unchanged' });
  });

  it('is not asked for again by what was ready before anybody asked', () => {
    const ready = unread(['ready', 'ready'], 'deliver_enroute');
    expect(applyCommand(ready, { kind: 'progress' })).toMatchObject({ kind: 'moved' });
    const half = unread(['ready', 'working'], 'deliver_working');
    expect(applyCommand(half, { kind: 'progressItems', items: ['a'], status: 'complete' }).kind).toBe(
      'moved',
    );
    expect(applyCommand(half, { kind: 'progress' })).toMatchObject(refused);
  });

  it('is never unread once something became ready, whatever is pressed', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(...anyPress), { maxLength: 40 }), (sequence) => {
        let order = unread(['waiting', 'waiting'], 'deliver_pending');
        for (const command of sequence) {
          const result = applyCommand(order, command);
          if (result.kind === 'moved') order = result.next;
          const made = order.itemStatus.some(({ status }) => status === 'ready' || status === 'complete');
          expect(made && order.noteUnread).toBeFalsy();
        }
      }),
    );
  });
});

describe('what is for over 18s alone (D57)', () => {
  const pints = (lines: [ItemStatus, ItemStatus], status: OrderStatus): OrderState => ({
    ...orderIn(status, lines),
    ageCheck: { lines: ['b'], outcome: null },
  });
  const refused = { kind: 'refused', code: 'AGE_UNCHECKED' };

  it('is not handed over before somebody said that the age was checked or refused; all else is', () => {
    const ready = pints(['ready', 'ready'], 'deliver_enroute');
    expect(applyCommand(ready, { kind: 'progress' })).toMatchObject(refused);
    const hand = (items: string[]) =>
      applyCommand(ready, { kind: 'progressItems', items, status: 'complete' });
    expect(hand(['b'])).toMatchObject(refused);
    expect(hand(['a'])).toMatchObject({ kind: 'moved' });
    for (const outcome of ['checked', 'refused'] as const) {
      const said = applyCommand(ready, { kind: 'checkAge', outcome });
      if (said.kind !== 'moved') throw new Error('Not said');
      expect(said.next).toMatchObject({ status: 'deliver_enroute', ageCheck: { lines: ['b'], outcome } });
      expect(applyCommand(said.next, { kind: 'progress' })).toMatchObject({ kind: 'moved' });
      expect(applyCommand(said.next, { kind: 'checkAge', outcome })).toEqual({ kind: 'unchanged' });
    }
  });

  it('can be said anew until the order is closed, and of nothing else', () => {
    const said = applyCommand(pints(['ready', 'ready'], 'deliver_enroute'), {
      kind: 'checkAge',
      outcome: 'checked',
    });
    if (said.kind !== 'moved') throw new Error('Not said');
    expect(applyCommand(said.next, { kind: 'checkAge', outcome: 'refused' })).toMatchObject({
      next: { ageCheck: { outcome: 'refused' } },
    });
    expect(applyCommand(pints(['complete', 'complete'], 'complete'), commands.checkAge).kind).toBe('refused');
    expect(applyCommand(orderIn('deliver_enroute'), commands.checkAge)).toMatchObject({
      code: 'NOTHING_TO_CHECK',
    });
  });
});

describe('whole-order steps (D26)', () => {
  it('walks from new to ready to close and all the way back', () => {
    const seen: string[] = [];
    let order = orderIn('deliver_pending');
    for (const kind of [...Array<'progress'>(4).fill('progress'), ...Array<'regress'>(4).fill('regress')]) {
      const result = applyCommand(order, { kind });
      if (result.kind !== 'moved') throw new Error(`${kind} from ${order.status} was ${result.kind}`);
      order = result.next;
      seen.push(`${order.status} ${order.itemStatus[0]?.status}`);
    }
    expect(seen).toEqual([
      'deliver_waiting waiting',
      'deliver_working working',
      'deliver_enroute ready',
      'deliver_enroute complete',
      'deliver_enroute ready',
      'deliver_working working',
      'deliver_waiting waiting',
      'deliver_pending waiting',
    ]);
  });

  it('leaves closing to Close Order', () => {
    const all = orderIn('deliver_enroute', ['complete', 'complete']);
    expect(applyCommand(all, { kind: 'progress' })).toMatchObject({ code: 'NOTHING_TO_PROGRESS' });
  });

  it('closes only when every item is delivered', () => {
    const order = orderIn('deliver_enroute', ['ready', 'complete']);
    expect(applyCommand(order, { kind: 'complete' })).toMatchObject({
      kind: 'refused',
      code: 'ITEMS_OUTSTANDING',
    });
  });
});

describe('refunds (D28)', () => {
  const refund = (refunded: number, amount: number) =>
    applyCommand(orderIn('complete', ['complete', 'complete'], refunded), { kind: 'refund', amount });

  it('keeps the status until nothing remains', () => {
    expect(refund(0, 999)).toMatchObject({ next: { status: 'complete', refunded: 999 } });
    expect(refund(999, 1)).toMatchObject({ next: { status: 'refunded', refunded: 1000 } });
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %s', (amount) => {
    expect(refund(0, amount)).toMatchObject({ code: 'REFUND_NOT_POSITIVE' });
  });

  it('that come back leave so much to refund again, and no more than was refunded comes back', () => {
    const comeBack = (refunded: number, amount: number) =>
      applyCommand(orderIn('complete', ['complete', 'complete'], refunded), { kind: 'refundFailed', amount });
    expect(comeBack(600, 400)).toMatchObject({ next: { status: 'complete', refunded: 200 } });
    expect(comeBack(400, 401)).toMatchObject({ code: 'REFUND_TOO_LARGE' });
    expect(comeBack(400, 0)).toMatchObject({ code: 'REFUND_NOT_POSITIVE' });
    const all = applyCommand(orderIn('refunded'), { kind: 'refundFailed', amount: 1000 });
    expect(all).toMatchObject({ next: { status: 'complete', refunded: 0 } });
  });

  it('refuses more than remains', () => expect(refund(600, 401)).toMatchObject({ code: 'REFUND_TOO_LARGE' }));
});

describe('under any sequence of commands (D25)', () => {
  const anyCommand: fc.Arbitrary<OrderCommand> = fc.oneof(
    ...anyPress,
    fc.record({ kind: fc.constant('refund' as const), amount: fc.integer({ min: -5, max: 1500 }) }),
  );

  const unsold = new Set(['deliver_aborted', 'deliver_expired']);

  it('never refunds more than was paid, never leaves an end, and keeps items and status in step', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 60 }), (sequence) => {
        let order = orderIn('payment_working');
        // What was taken of an order that nobody got changes nothing of its lines.
        let gotten = true;
        for (const command of sequence) {
          const result = applyCommand(order, command);
          if (result.kind !== 'moved') continue;
          if (Object.keys(transitions[order.status]).length === 0) throw new Error(`left ${order.status}`);
          gotten &&= command.kind !== 'captureConfirmed' || !unsold.has(order.status);
          order = result.next;
          expect(order.refunded).toBeLessThanOrEqual(order.amount);
          if (order.status === 'refunded') expect(order.refunded).toBe(order.amount);
          if (order.status === 'deliver_waiting')
            expect(order.itemStatus.every((i) => i.status === 'waiting')).toBe(true);
          if (gotten && ['payment_capture', 'deliver_success', 'complete'].includes(order.status))
            expect(order.itemStatus.every((i) => i.status === 'complete')).toBe(true);
        }
      }),
    );
  });
});
