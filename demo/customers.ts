import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Item } from '#shared/api/catalogs.ts';
import type { BodyInput, Reply } from '#shared/api/contract.ts';
import { pick } from './pick.ts';

type Menu = Reply<'GET /customers/outlets/:outletId/menu'>;
type PlaceOrder = BodyInput<'POST /customers/outlets/:outletId/orders'>;

const names = [
  'Priya Raman',
  'Tom',
  'Oluwaseun Adebayo-Whitfield',
  'Hannah',
  'Dev & family',
  'Marta',
  'Jon B.',
  'Siobhán Ní Dhomhnaill',
  'Mr. Featherstonehaugh',
  'Zoë',
  'Li Wei',
  'The Hen Party (table by the window)',
];

const notes = [
  'Nut allergy at this table, please keep separate',
  'Could we have the drinks first? Birthday at the table.',
  'No rush',
  'Dressing on the side, please',
  'We are outside, under the big umbrella. The dog is friendly. My daughter is coeliac, so anything fried must come from the gluten-free fryer, and could you tell whoever brings it over which plate is hers before it goes down on the table? Thank you so much, you are always brilliant.',
];

export type Customers = {
  /** The API's base address, `http://127.0.0.1:4000/api`. */
  apiBase: string;
  outletIds: readonly string[];
  /** How many orders arrive in a minute, over all outlets together. */
  ordersPerMinute: number;
  /** Ends the visits. */
  signal: AbortSignal;
  /** Called with what customers notice: whatever goes wrong, and which outlets take no orders, or take them again. */
  onNotice(message: string): void;
};

type Visits = Customers & {
  /** The outlets that took no orders at the last visit. */
  turnedAwayFrom: Set<string>;
};

/** Simulates customers who arrive at random at the given average pace, and use only the customer API. */
export async function simulateCustomers(customers: Customers): Promise<void> {
  const { signal } = customers;
  const visits = { ...customers, turnedAwayFrom: new Set<string>() };
  while (!signal.aborted) {
    const outletId = pick(customers.outletIds);
    await visit(visits, outletId).catch((error: unknown) => {
      if (!signal.aborted) customers.onNotice(error instanceof Error ? error.message : String(error));
    });
    const waitMs = Math.min(90_000, (-Math.log(1 - Math.random()) * 60_000) / customers.ordersPerMinute);
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

async function visit(visits: Visits, outletId: string): Promise<void> {
  const { apiBase, signal } = visits;
  const menuReply = await fetch(`${apiBase}/customers/outlets/${outletId}/menu`, { signal });
  if (!menuReply.ok) throw new Error(`The menu answered ${menuReply.status}`);
  const menu = (await menuReply.json()) as Menu;
  if (menu.outlet.availability === 'closed' || !menu.catalog || turnedAway(visits, menu)) return;

  const reply = await place(`${apiBase}/customers/outlets/${outletId}/orders`, chooseOrder(menu), signal);
  // The outlet may have closed, or an item sold out, while the customer was choosing.
  if (!reply.ok && reply.status !== 409 && reply.status !== 422)
    throw new Error(`Placing an order answered ${reply.status}`);
}

/** What guests are told while an outlet takes no orders, once until it takes them again. */
function turnedAway({ turnedAwayFrom, onNotice }: Visits, { outlet, ordering }: Menu): boolean {
  const away = ordering.state === 'paused' || ordering.state === 'unattended';
  if (!away && turnedAwayFrom.delete(outlet.id)) onNotice(`${outlet.name} takes orders again`);
  if (away && !turnedAwayFrom.has(outlet.id)) {
    turnedAwayFrom.add(outlet.id);
    onNotice(`${outlet.name} takes no orders just now: ${ordering.message ?? ordering.state}`);
  }
  return away;
}

/** Sends the order until there is an answer; the key ensures that it is placed once. */
async function place(url: string, order: PlaceOrder, signal: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(order), signal });
      if (reply.status < 500 || attempt === 5) return reply;
    } catch (error) {
      if (signal.aborted || attempt === 5) throw error;
    }
    await pause(500 * attempt, undefined, { signal });
  }
}

/** A plausible basket from the menu: mostly small, with an answer to every required question. */
function chooseOrder(menu: Menu): PlaceOrder {
  const items = (menu.catalog?.categories ?? [])
    .flatMap((category) => category.list)
    .filter((item) => !item.soldOutUntil);
  const lines = Math.random() < 0.04 ? 14 : 1 + Math.floor(Math.random() ** 2 * 5);
  return {
    customerName: pick(names),
    ...(menu.outlet.serviceTypeSelected === 'table-number' && {
      tableNumber: String(1 + Math.floor(Math.random() * 24)),
    }),
    ...(Math.random() < 0.25 && { note: pick(notes) }),
    ...(Math.random() < 0.3 && { tip: pick([100, 200, 250, 400]) }),
    items: Array.from({ length: lines }, () => chooseLine(pick(items))),
    paymentMethod: Math.random() < 0.03 ? 'test_declined' : 'test_ok',
  };
}

function chooseLine(item: Item): PlaceOrder['items'][number] {
  const modifications = item.modifiers.flatMap((modifier) => {
    const options = modifier.list.filter((option) => !option.soldOutUntil);
    if (options.length === 0 || (modifier.kind === 'optionalExtra' && Math.random() < 0.65)) return [];
    return [{ modifierId: modifier.id, option: pick(options).name }];
  });
  return { itemId: item.id, quantity: pick([1, 1, 1, 2, 2, 3, 4]), modifications };
}
