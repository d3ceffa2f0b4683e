import type { RunLog } from './run-log.ts';

/** Where a part of a run begins: the time, the last order's number, and how many customers there were. */
export type Mark = { at: number; number: number; customers: number };

/** What a run shows of the orders that came after a mark; their numbers count from 1. */
export function sliceOf(log: RunLog, { at, number, customers }: Mark): RunLog {
  const server = log.server.filter((order) => order.number > number);
  const earlier = new Set(log.server.filter((order) => order.number <= number).map(({ id }) => id));
  const later = (count: number) => count > number;
  const isLater = (one: { at: number }) => one.at >= at;
  return {
    customers: log.customers.slice(customers),
    server: server.map((order) => ({ ...order, number: order.number - number })),
    changes: log.changes.filter(({ id }) => !earlier.has(id)),
    screens: log.screens.map((screen) => ({
      ...screen,
      reachable: screen.reachable
        .filter(({ to }) => to > at)
        .map(({ from, to }) => ({ from: Math.max(from, at), to })),
      tones: screen.tones.filter((tone) => tone >= at),
      known: screen.known.filter(({ id }) => !earlier.has(id)),
      words: screen.words.filter(isLater),
      shown: screen.shown.filter(({ id }) => !earlier.has(id)),
    })),
    presses: log.presses.filter(isLater),
    money: log.money.filter(({ orderId }) => !earlier.has(orderId)),
    refusals: log.refusals.filter(isLater),
    unheard: log.unheard.filter(({ to }) => to >= at),
    sheets: log.sheets
      .filter(({ orderNumber }) => later(orderNumber))
      .map((sheet) => ({ ...sheet, orderNumber: sheet.orderNumber - number })),
    askedTickets: log.askedTickets.filter(later).map((asked) => asked - number),
    lastFaultEnded: log.lastFaultEnded,
  };
}
