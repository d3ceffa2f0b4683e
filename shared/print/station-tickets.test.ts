import { expect, it } from 'vitest';
import type { LapseReason } from '../base/lapses.ts';
import { pence } from '../base/money.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { kitchenTicket } from './order-documents.ts';
import { layOut } from './layout.ts';
import { handedTickets, ticketsOf } from './station-tickets.ts';

const kitchen = { id: 'kitchen', name: 'Kitchen', categories: ['mains'], fallback: null };
const bar = { id: 'bar', name: 'Bar', categories: ['drinks'], fallback: null };
const line = (id: string, name: string, quantity: number, categoryId?: string) => ({
  id,
  name,
  quantity,
  cost: pence(500),
  modifications: [],
  ...(categoryId !== undefined && { categoryId }),
});
const order = sampleOrder({
  note: null,
  items: [line('1', 'Pie', 2, 'mains'), line('2', 'Ale', 1, 'drinks'), line('3', 'Ale', 2, 'drinks')],
});
const ofKitchen = { id: 'pass', stationIds: ['kitchen'] };
const ofBar = { id: 'counter', stationIds: ['bar'] };
const onPaper = (printers: Parameters<typeof ticketsOf>[1], stations = [kitchen, bar], placed = order) =>
  ticketsOf(placed, printers, stations, null, 'UTC').map(({ printerId, document }) => [
    printerId,
    layOut(document, 32)
      .map(({ text }) => text.trim())
      .filter((text) => /^(Kitchen|Bar|\d+ x|\d+ items?|Made at)/.test(text)),
  ]);

it('each station’s ticket has its lines, its name, and what is made elsewhere for the same order (D60)', () => {
  expect(onPaper([ofKitchen, ofBar])).toEqual([
    ['pass', ['Kitchen', '2 x Pie', '2 items', 'Made at Bar: 3 x Ale']],
    ['counter', ['Bar', '3 x Ale', '3 items', 'Made at Kitchen: 2 x Pie']],
  ]);
  expect(onPaper([{ id: 'both', stationIds: ['bar', 'kitchen'] }])).toEqual([
    ['both', ['Kitchen + Bar', '2 x Pie', '3 x Ale', '5 items']],
  ]);
});

it('what no station lists is on every ticket, and a station that makes nothing of an order has none (D60)', () => {
  const [pie] = order.items;
  const some = sampleOrder({ note: null, items: [...(pie ? [pie] : []), line('4', 'Bread', 1)] });
  expect(onPaper([ofKitchen, ofBar], [kitchen, bar], some)).toEqual([
    ['pass', ['Kitchen', '2 x Pie', '1 x Bread', '3 items']],
    ['counter', ['Bar', '1 x Bread', '1 item', 'Made at Kitchen: 2 x Pie']],
  ]);
  expect(onPaper([ofBar], [kitchen, bar], { ...order, items: pie ? [pie] : [] })).toEqual([]);
});

it('a printer without stations, or whose stations are gone, prints all lines as before (D60)', () => {
  const whole = kitchenTicket(order, null, 'UTC');
  expect(ticketsOf(order, [ofKitchen, { id: 'office' }], [kitchen, bar], null, 'UTC')).toContainEqual({
    printerId: 'office',
    document: whole,
    madeAt: ['kitchen', 'bar'],
  });
  // One station alone has nobody to hand over to.
  expect(ticketsOf(order, [ofKitchen], [kitchen], null)[0]?.handsOver).toBe(undefined);
  expect(ticketsOf(order, [ofKitchen], [kitchen, bar], null)[0]?.handsOver).toBe(true);
  for (const [printers, stations] of [
    [[ofKitchen, ofBar], []],
    [[ofKitchen], [bar]],
    [[{ id: 'office' }], [kitchen, bar]],
  ] as const)
    expect(ticketsOf(order, printers, stations, null, 'UTC')).toEqual([
      {
        printerId: null,
        document: whole,
        ...(stations.length > 0 && { madeAt: stations.map(({ id }) => id) }),
      },
    ]);
});

it('a ticket says which stations make its lines (D60)', () => {
  const madeAt = (printers: Parameters<typeof ticketsOf>[1], items = order.items) =>
    ticketsOf({ ...order, items }, printers, [kitchen, bar], null).map((ticket) => ticket.madeAt);
  expect(madeAt([ofKitchen, ofBar, { id: 'office' }])).toEqual([['kitchen'], ['bar'], ['kitchen', 'bar']]);
  expect(madeAt([{ id: 'both', stationIds: ['kitchen', 'bar'] }], order.items.slice(1))).toEqual([['bar']]);
});

it('a ticket says which stations it is of, as far as the outlet has them, and one of all lines of none (D60)', () => {
  const of = (stationIds: string[], stations = [kitchen, bar]) =>
    ticketsOf(order, [{ id: 'one', stationIds }], stations, null).map((ticket) => ticket.stationIds);
  expect(of(['bar', 'a station that is gone', 'kitchen'])).toEqual([['bar', 'kitchen']]);
  expect(of(['bar'])).toEqual([['bar']]);
  for (const whole of [of(['a station that is gone']), of(['bar'], [kitchen]), of([])])
    expect(whole).toEqual([undefined]);
  const mixed = ticketsOf(order, [ofKitchen, { id: 'office' }], [kitchen, bar], null);
  expect(mixed.map(({ stationIds }) => stationIds)).toEqual([['kitchen'], undefined]);
});

const at = (second: number) => new Date(Date.UTC(2026, 10, 23, 19, 42, second)).toISOString();
const lapse = (prints = false, why: LapseReason = 'printer') => [
  { stationId: 'kitchen', why, prints, since: at(30) } as const,
];
const handed = (
  second: number,
  lapses: Parameters<typeof handedTickets>[0]['lapses'],
  printers = [ofKitchen, ofBar],
) =>
  handedTickets({
    order,
    printers,
    stations: [kitchen, bar],
    lapses,
    outletName: null,
    zone: 'UTC',
    at: Date.parse(at(second)),
  }).map(({ printerId, handedFrom, document }) => [
    printerId,
    handedFrom,
    layOut(document, 48)
      .map(({ text }) => text.replaceAll('|', '').trim())
      .filter((text) => /^(FOR|MAY|Kitchen|Bar|\d+ x)/.test(text)),
  ]);

it('the fallback prints what a station that cannot print makes, marked, and as a possible duplicate if that may have printed (D60)', () => {
  expect(handed(33, lapse())).toEqual([['counter', 'kitchen', ['FOR KITCHEN', 'Kitchen', '2 x Pie']]]);
  expect(handed(29, lapse())).toEqual([
    ['counter', 'kitchen', ['FOR KITCHEN', 'MAY BE A DUPLICATE', 'Kitchen', '2 x Pie']],
  ]);
});

it('of a station that no screen shows also what came before the fallback’s own start is handed over, marked (D60)', () => {
  const marked = ['FOR KITCHEN', 'MAY BE A DUPLICATE', 'Kitchen', '2 x Pie'];
  expect(handed(10, lapse(false, 'unwatched'))).toEqual([['counter', 'kitchen', marked]]);
  expect(handed(10, lapse(true, 'unwatched'))).toEqual([]);
});

it('nothing is handed over of what was printed long before, of a station that prints, or to its own printer (D60)', () => {
  expect(handed(10, lapse())).toEqual([]);
  expect(handed(33, lapse(true))).toEqual([]);
  expect(handed(33, [])).toEqual([]);
  expect(handed(33, lapse(), [{ id: 'both', stationIds: ['bar', 'kitchen'] }, ofKitchen])).toEqual([]);
  const drinks = { ...order, items: order.items.filter(({ name }) => name === 'Ale') };
  const none = handedTickets({
    order: drinks,
    printers: [ofBar],
    stations: [kitchen, bar],
    outletName: null,
    lapses: lapse(),
    at: Date.parse(at(33)),
  });
  expect(none).toEqual([]);
});
