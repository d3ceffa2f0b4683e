import type { OrderCommand, OrderState } from '#shared/orders/machine.ts';
import { itemStatuses, type ItemStatus } from '#shared/base/order-statuses.ts';

/**
 * The effects of each call, written by hand from the rules and not from the code. A row has the order's status and
 * its item's, and for each call the two after it. `-` is refused with ORDER_STATUS_CONFLICT, a word in capitals is
 * another refusal, `same` is a 200 that changes nothing. Closing includes the capture, and a refund its booking,
 * which the test provider confirms at once.
 */
const ordersOfOneLine = `
order and item           | accept                  | items to working        | cancel                  | complete          | progress-order          | regress-order           | refund 20p
payment_pending waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
payment_created waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
payment_working waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
payment_failure waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
payment_aborted waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
deliver_pending waiting  | deliver_waiting waiting | -                       | deliver_aborted waiting | -                 | deliver_waiting waiting | -                       | -
deliver_waiting waiting  | -                       | deliver_working working | deliver_aborted waiting | -                 | deliver_working working | deliver_pending waiting | -
deliver_working working  | -                       | same                    | deliver_aborted working | -                 | deliver_enroute ready   | deliver_waiting waiting | -
deliver_enroute ready    | -                       | deliver_working working | deliver_aborted ready   | ITEMS_OUTSTANDING | deliver_enroute complete | deliver_working working | -
deliver_enroute complete | -                       | deliver_working working | deliver_aborted complete | complete complete | NOTHING_TO_PROGRESS     | deliver_enroute ready   | -
payment_capture complete | -                       | -                       | -                       | -                 | -                       | -                       | -
deliver_success complete | -                       | -                       | -                       | -                 | -                       | -                       | -
complete complete        | -                       | -                       | -                       | -                 | -                       | -                       | complete complete
refunded complete        | -                       | -                       | -                       | -                 | -                       | -                       | -
deliver_aborted waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
deliver_expired waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
deliver_decline waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
`;

/** The same for two lines, the second no further than the first, while the order is being made. */
const ordersOfTwoLines = `
items             | order           | progress-order      | regress-order   | complete
waiting waiting   | deliver_waiting | working working     | pending         | -
waiting working   | deliver_working | working working     | waiting waiting | -
waiting ready     | deliver_working | working ready       | waiting working | -
waiting complete  | deliver_working | working complete    | waiting ready   | -
working working   | deliver_working | ready ready         | waiting waiting | -
working ready     | deliver_working | ready ready         | working working | -
working complete  | deliver_working | ready complete      | working ready   | -
ready ready       | deliver_enroute | complete complete   | working working | ITEMS_OUTSTANDING
ready complete    | deliver_enroute | complete complete   | ready ready     | ITEMS_OUTSTANDING
complete complete | deliver_enroute | NOTHING_TO_PROGRESS | ready ready     | closed
`;

const cellsOf = (row: string) => row.split('|').map((cell) => cell.trim());
const cellsIn = (table: string) => table.trim().split('\n').map(cellsOf);
const [[, ...heads] = [], ...rows] = cellsIn(ordersOfOneLine);
const [, ...pairs] = cellsIn(ordersOfTwoLines);

/** Each order of one line with each call, by its column's heading, and the expected result. */
export const oneLineCases = rows.flatMap(([from = '', ...goals]) =>
  goals.map((goal, n) => [from, heads[n] ?? '', goal] as const),
);

/** The expected result: a refusal, no change, or the order afterwards. */
export type Expected =
  | { kind: 'refused'; status: number }
  | { kind: 'same' }
  | { kind: 'moved'; next: OrderState };

const columns: Partial<Record<OrderCommand['kind'], string>> = {
  accept: 'accept',
  progressItems: 'items to working',
  cancel: 'cancel',
  complete: 'complete',
  progress: 'progress-order',
  regress: 'regress-order',
  refund: 'refund 20p',
};

/** What the two tables say about an order of two lines. */
export function expectedOf(state: OrderState, command: OrderCommand): Expected {
  const isMade = pairs.some(([, status]) => status === state.status);
  if (isMade && command.kind !== 'cancel' && command.kind !== 'accept') return whileMade(state, command);
  const row = rows.find(([from]) => from?.startsWith(`${state.status} `));
  const goal = row?.[1 + heads.indexOf(columns[command.kind] ?? '')];
  if (goal === undefined) throw new Error(`The table has no ${command.kind} of ${state.status}`);
  if (goal === '-') return { kind: 'refused', status: 409 };
  if (command.kind === 'refund') return refund(state, command.amount);
  return { kind: 'moved', next: { ...state, status: goal.split(' ')[0] as OrderState['status'] } };
}

function whileMade(state: OrderState, command: OrderCommand): Expected {
  if (command.kind === 'refund') return { kind: 'refused', status: 409 };
  const lines = state.itemStatus.map(({ status }) => status);
  if (command.kind === 'progressItems')
    return moved(
      state,
      state.itemStatus.map(({ id, status }) => (command.items.includes(id) ? command.status : status)),
    );
  const [, , on, back, closing] = rowOf(lines);
  const cell = { progress: on, regress: back, complete: closing }[command.kind as 'progress'] ?? '-';
  if (cell === '-' || cell === cell.toUpperCase()) return { kind: 'refused', status: 409 };
  if (cell === 'pending') return { kind: 'moved', next: { ...state, status: 'deliver_pending' } };
  if (cell === 'closed') return { kind: 'moved', next: { ...state, status: 'complete' } };
  const [less, more] = cell.split(' ') as [ItemStatus, ItemStatus];
  return moved(state, isTurned(lines) ? [more, less] : [less, more]);
}

function moved(state: OrderState, lines: ItemStatus[]): Expected {
  const itemStatus = state.itemStatus.map(({ id, status }, n) => ({ id, status: lines[n] ?? status }));
  if (itemStatus.every(({ status }, n) => status === state.itemStatus[n]?.status)) return { kind: 'same' };
  return {
    kind: 'moved',
    next: { ...state, itemStatus, status: rowOf(lines)[1] as OrderState['status'] },
  };
}

/** More than zero, and at most what is left; a full refund changes the status. */
function refund(state: OrderState, amount: number): Expected {
  const left = state.amount - state.refunded;
  if (amount <= 0 || amount > left) return { kind: 'refused', status: 422 };
  const refunded = (state.refunded + amount) as OrderState['refunded'];
  return {
    kind: 'moved',
    next: { ...state, refunded, status: amount === left ? 'refunded' : 'complete' },
  };
}

/** Whether the second of two lines is further than the first; the table has them the other way round. */
function isTurned([first = 'waiting', second = 'waiting']: ItemStatus[]): boolean {
  return itemStatuses.indexOf(first) > itemStatuses.indexOf(second);
}

function rowOf(lines: ItemStatus[]): string[] {
  const sought = (isTurned(lines) ? lines.toReversed() : lines).join(' ');
  const row = pairs.find(([items]) => items === sought);
  if (!row) throw new Error(`The table has no ${sought}`);
  return row;
}
