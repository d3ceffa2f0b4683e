import { describe, expect, it } from 'vitest';
import type { ItemStatus, OrderStatus } from '../base/order-statuses.ts';
import {
  boardColumn,
  compareHistory,
  compareLive,
  elapsedMs,
  formatElapsed,
  newestFirst,
  orderTitle,
  progressPercent,
} from './reading.ts';
import { nextSteps, settlingStep } from './next-steps.ts';
import { applyCommand, type OrderCommand } from './machine.ts';
import { pence } from '../base/money.ts';
import { orderStatuses, statusGroups } from '../base/order-statuses.ts';

const order = (status: OrderStatus, ...stages: ItemStatus[]) => ({
  status,
  itemStatus: stages.map((stage, index) => ({ id: String(index), status: stage })),
});

describe('what a screen says of an order', () => {
  it.each([
    [order('deliver_pending', 'waiting'), 'New', 'new', 'accept'],
    [order('deliver_waiting', 'waiting'), 'Waiting', 'in-progress', 'progress'],
    [order('deliver_working', 'working'), 'In Progress', 'in-progress', 'progress'],
    [order('deliver_enroute', 'ready', 'complete'), 'In Progress', 'in-progress', 'progress'],
    [order('deliver_enroute', 'complete'), 'Complete', 'ready-to-close', 'complete'],
    [order('payment_capture', 'complete'), 'Complete', 'ready-to-close', undefined],
    [order('deliver_success', 'complete'), 'Closed', null, undefined],
    [order('complete', 'complete'), 'Closed', null, 'refund'],
    [order('deliver_aborted', 'waiting'), 'Cancelled', null, undefined],
    [order('deliver_decline', 'waiting'), 'Cancelled', null, undefined],
    [order('deliver_expired', 'waiting'), 'Expired', null, undefined],
    [order('refunded', 'complete'), 'Refund Issued', null, undefined],
  ] as const)('%j is %s in %s, next %s', (subject, title, column, step) => {
    expect(orderTitle(subject)).toBe(title);
    expect(boardColumn(subject)).toBe(column);
    expect(nextSteps(subject)[0]?.command).toBe(step);
  });

  it('names the step of a started order after its slowest item', () => {
    expect(nextSteps(order('deliver_working', 'working', 'ready'))[0]?.label).toBe('Ready');
    expect(nextSteps(order('deliver_working', 'working', 'waiting'))[0]?.label).toBe('Start');
    expect(nextSteps(order('deliver_enroute', 'ready', 'complete'))[0]?.label).toBe('Delivered');
  });

  it('counts progress in whole per cent of lines delivered', () => {
    expect(progressPercent(order('deliver_working', 'complete', 'ready', 'waiting'))).toBe(33);
    expect(progressPercent(order('deliver_working'))).toBe(0);
  });
});

describe('an order of which nobody has said when it was placed', () => {
  const listed = [3, 1, 4, 2].map((orderNumber) => ({
    status: 'deliver_pending' as const,
    orderNumber,
    createdAt: orderNumber > 2 ? '' : `2026-03-01T12:0${orderNumber}:00.000Z`,
  }));
  it.each([
    ['oldest first', compareLive, [1, 2, 3, 4]],
    ['in the history', compareHistory, [2, 1, 4, 3]],
  ])('comes after the others, by its number: %s', (_what, compare, numbers) => {
    expect(listed.toSorted(compare).map(({ orderNumber }) => orderNumber)).toEqual(numbers);
  });

  it('comes after the others, by its number: newest first', () => {
    expect(newestFirst(listed.toSorted(compareLive)).map(({ orderNumber }) => orderNumber)).toEqual([
      2, 1, 4, 3,
    ]);
  });

  it('has no timer', () => {
    const ms = elapsedMs({ createdAt: '', completedAt: null, endedAt: null }, Date.now());
    expect(formatElapsed(ms)).toBe('–');
  });
});

describe('sorting (D29)', () => {
  const at = (status: OrderStatus, minute: number, orderNumber = minute) => ({
    status,
    orderNumber,
    createdAt: `2026-03-01T12:${String(minute).padStart(2, '0')}:00.000Z`,
  });

  it('sorts the live list by priority, then oldest first', () => {
    const list = [
      at('complete', 1),
      at('deliver_waiting', 2),
      at('deliver_pending', 9),
      at('deliver_pending', 4),
      at('deliver_enroute', 7),
    ];
    expect(list.toSorted(compareLive).map((o) => o.orderNumber)).toEqual([4, 9, 7, 2, 1]);
  });

  it('goes by when orders came to the outlet, where a customer’s bank asked first', () => {
    const asked = { ...at('deliver_pending', 1), cameAt: at('deliver_pending', 8).createdAt };
    const list = [asked, at('deliver_pending', 9), at('deliver_pending', 7)];
    expect(list.toSorted(compareLive).map((o) => o.orderNumber)).toEqual([7, 1, 9]);
    expect(newestFirst(list.toSorted(compareLive)).map((o) => o.orderNumber)).toEqual([9, 1, 7]);
    expect(list.toSorted(compareHistory).map((o) => o.orderNumber)).toEqual([9, 7, 1]);
  });

  it('sorts history newest first', () => {
    expect(
      [at('complete', 1), at('complete', 5), at('complete', 5, 6)]
        .toSorted(compareHistory)
        .map((o) => o.orderNumber),
    ).toEqual([6, 5, 1]);
  });
});

describe('the timer (D30)', () => {
  const createdAt = '2026-03-01T12:00:00.000Z';
  const now = Date.parse('2026-03-01T13:15:03.900Z');

  it('runs on past an hour', () => {
    expect(formatElapsed(elapsedMs({ createdAt, completedAt: null, endedAt: null }, now))).toBe('75:03');
  });

  it('begins when the order came, where its customer’s bank asked first', () => {
    const cameAt = '2026-03-01T13:15:00.000Z';
    const asked = { createdAt, cameAt, completedAt: null, endedAt: null };
    expect(formatElapsed(elapsedMs(asked, now))).toBe('0:03');
  });

  it('freezes when closed, cancelled or expired', () => {
    const completedAt = '2026-03-01T12:00:59.000Z';
    expect(formatElapsed(elapsedMs({ createdAt, completedAt, endedAt: completedAt }, now))).toBe('0:59');
    expect(formatElapsed(elapsedMs({ createdAt, completedAt: null, endedAt: completedAt }, now))).toBe(
      '0:59',
    );
  });

  it('never counts below nought when the clocks differ', () => {
    expect(elapsedMs({ createdAt, completedAt: null, endedAt: null }, Date.parse(createdAt) - 5000)).toBe(0);
  });
});

describe('what settles an order that prevents a finish (D50)', () => {
  const asks = (...stage: Parameters<typeof order>) => settlingStep(order(...stage));
  it('is to cancel what nobody accepted, and to close what was, asked first unless all is delivered', () => {
    expect(asks('deliver_pending', 'waiting')).toMatchObject({ command: 'cancel', asks: 'release' });
    expect(asks('deliver_waiting', 'waiting')).toMatchObject({ command: 'complete', asks: 'delivered' });
    expect(asks('deliver_working', 'complete', 'working')).toMatchObject({ asks: 'delivered' });
    expect(asks('deliver_enroute', 'complete', 'ready')).toMatchObject({ asks: 'delivered' });
    expect(asks('deliver_enroute', 'complete', 'complete')).toMatchObject({
      command: 'complete',
      asks: null,
    });
    expect(asks('payment_capture', 'complete')).toBe(null);
  });

  it.each(orderStatuses)(
    'of %s is there only if it prevents a finish, is legal, and settles it',
    (status) => {
      const stage = status === 'deliver_enroute' ? 'ready' : 'waiting';
      const step = settlingStep(order(status, stage));
      expect(step !== null).toBe(statusGroups.open.has(status) && status !== 'payment_capture');
      if (step === null) return;
      const commands: OrderCommand[] =
        step.command === 'cancel'
          ? [{ kind: 'cancel' }]
          : [{ kind: 'progressItems', items: ['0'], status: 'complete' }, { kind: 'complete' }];
      let now = { ...order(status, stage), amount: pence(100), refunded: pence(0) };
      for (const command of commands) {
        const moved = applyCommand(now, command);
        if (moved.kind !== 'moved') throw new Error(`${command.kind}: ${moved.kind}`);
        now = { ...moved.next, itemStatus: [...moved.next.itemStatus] };
      }
      expect(['deliver_aborted', 'payment_capture']).toContain(now.status);
    },
  );
});
