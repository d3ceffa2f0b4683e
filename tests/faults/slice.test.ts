import { expect, it } from 'vitest';
import type { RunLog } from './run-log.ts';
import { sliceOf } from './slice.ts';

const order = (number: number) =>
  ({
    id: `order ${number}`,
    number,
    status: 'complete',
    version: 5,
    refunded: 0,
    writtenAt: number * 100,
  }) as const;

it('holds nothing of the orders before the mark, and counts the later ones from 1', () => {
  const log: RunLog = {
    customers: [1, 2].map((n) => ({
      key: `${n}`,
      orderId: `order ${n}`,
      askedAt: n,
      answeredAt: n,
      tries: 1,
    })),
    server: [order(1), order(2)],
    changes: [1, 2].map((n) => ({ id: `order ${n}`, version: 1, status: 'complete', at: n * 100 })),
    screens: [
      {
        name: 'screen A',
        reachable: [
          { from: 0, to: 120 },
          { from: 140, to: 300 },
        ],
        tones: [100, 200],
        known: [1, 2].map((n) => ({ id: `order ${n}`, at: n * 100 })),
        words: [],
        shown: [1, 2].map((n) => ({ id: `order ${n}`, version: 5 })),
        equalAfter: 3,
      },
    ],
    presses: [],
    money: [1, 2].map((n) => ({ orderId: `order ${n}`, captureKeys: ['k'], refunds: [], held: false })),
    refusals: [100, 200].map((at) => ({ at })),
    unheard: [
      { provedAt: 0, from: 0, to: 120, again: 120 },
      { provedAt: 0, from: 0, to: 170, again: 180 },
    ],
    sheets: [1, 2].map((orderNumber) => ({ orderNumber, marked: false, whole: true })),
    askedTickets: [1],
    lastFaultEnded: 150,
  };
  const slice = sliceOf(log, { at: 150, number: 1, customers: 1 });
  expect(slice).toMatchObject({
    customers: [{ key: '2' }],
    server: [{ id: 'order 2', number: 1 }],
    changes: [{ id: 'order 2' }],
    money: [{ orderId: 'order 2' }],
    refusals: [{ at: 200 }],
    unheard: [{ to: 170 }],
    sheets: [{ orderNumber: 1 }],
    askedTickets: [],
  });
  expect(slice.screens[0]).toMatchObject({
    reachable: [{ from: 150, to: 300 }],
    tones: [200],
    known: [{ id: 'order 2' }],
    shown: [{ id: 'order 2' }],
  });
});
