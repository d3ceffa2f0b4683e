import { expect, it } from 'vitest';
import type { ReadyPromise } from '../api/ready-times.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { readyRecord, readyRecordByHour, readyRecordByStation } from './ready-record.ts';

const at = (time: string) => `2026-11-20T${time}.000Z`;
const promise = (readyBy: string): ReadyPromise => ({
  readyBy: at(readyBy),
  at: at('19:00:00'),
  by: 'screen',
  screenName: null,
});
const order = (placed: string, accepted: string | null, ready?: string, promises: string[] = []) => ({
  createdAt: at(placed),
  acceptedAt: accepted && at(accepted),
  ...(ready && { readyAt: at(ready) }),
  ...(promises.length > 0 && { promises: promises.map(promise) }),
});

it('tells the promises that were kept as they were made first, and as they were moved (D63)', () => {
  const orders = [
    order('19:00:00', '19:01:00', '19:10:59', ['19:10:00']),
    order('19:05:00', '19:06:00', '19:11:00', ['19:10:00']),
    order('19:10:00', '19:12:00', '19:24:00', ['19:20:00', '19:25:00']),
    order('19:15:00', '19:16:00', undefined, ['19:20:00']),
    order('19:20:00', null),
  ];
  expect(readyRecord(orders)).toMatchObject({ promised: 3, firstKept: 1, lastKept: 2 });
});

it('tells by hours of the outlet’s clocks how long half of the orders took, and nine in ten', () => {
  const minutes = Array.from({ length: 10 }, (_, n) => String(n + 10));
  const orders = minutes.map((minute) => order('17:00:00', '17:01:00', `17:${minute}:00`));
  const [first, second, ...rest] = readyRecordByHour(
    [order('18:30:00', '18:31:00'), ...orders],
    'Europe/Paris',
  );
  expect(rest).toEqual([]);
  expect(first).toMatchObject({
    startsAt: new Date(at('17:00:00')),
    orders: 10,
    record: {
      accept: { half: 60_000, nineInTen: 60_000 },
      ready: { half: 14 * 60_000, nineInTen: 18 * 60_000 },
    },
  });
  expect(second).toMatchObject({ orders: 1, record: { ready: null, promised: 0 } });
});

const kitchen = { id: 'kitchen', name: 'Kitchen', categories: ['mains'], fallback: null };
const bar = { id: 'bar', name: 'Bar', categories: ['drinks'], fallback: null };
const garden = { id: 'garden', name: 'Garden', categories: ['ices'], fallback: null };
/** Its lines, each with its category and when it was made. */
const made = (lines: [string, string?][], ...rest: Parameters<typeof order>) => ({
  ...order(...rest),
  items: lines.flatMap(([categoryId], n) =>
    sampleOrder()
      .items.slice(0, 1)
      .map((line) => ({ ...line, id: String(n), categoryId })),
  ),
  itemStatus: lines.map(([, ready], n) => ({
    id: String(n),
    status: ready ? ('ready' as const) : ('working' as const),
    ...(ready && { readyAt: at(ready) }),
  })),
});

it('counts how long an acceptance took from when the order came, also where a bank asked first', () => {
  const asked = { ...made([['mains']], '19:00:00', '19:05:00'), cameAt: at('19:04:00') };
  expect(readyRecord([asked]).accept?.half).toBe(60_000);
  expect(readyRecordByStation([asked], [kitchen])[0]?.record.accept?.half).toBe(60_000);
});

it('tells by station when its own lines were ready, and whether by the promised minute (D63)', () => {
  const orders = [
    made(
      [
        ['drinks', '19:04:00'],
        ['drinks', '19:06:00'],
        ['mains', '19:21:00'],
      ],
      '19:00:00',
      '19:01:00',
      '19:21:00',
      ['19:20:00'],
    ),
    made([['drinks', '19:05:00'], ['mains']], '19:00:00', '19:01:00', undefined, ['19:20:00']),
    // Made before the times of lines were kept: known of an order that is one station's alone.
    made([['mains'], ['mains']], '19:00:00', '19:01:00', '19:16:00', ['19:20:00']),
    made([['drinks'], ['mains']], '19:00:00', '19:01:00', '19:16:00', ['19:20:00']),
    made([['snacks', '19:02:00']], '19:00:00', '19:01:00', '19:02:00', ['19:20:00']),
  ];
  const [first, second, ...rest] = readyRecordByStation(orders, [kitchen, bar, garden]);
  expect(rest).toEqual([]);
  expect(first).toMatchObject({
    station: kitchen,
    orders: 4,
    record: { promised: 2, firstKept: 1, ready: { half: 20 * 60_000 } },
  });
  expect(second).toMatchObject({
    station: bar,
    orders: 3,
    record: { promised: 2, firstKept: 2, ready: { half: 5 * 60_000, nineInTen: 5 * 60_000 } },
  });
});
