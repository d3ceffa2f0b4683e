import { randomUUID } from 'node:crypto';
import type { Order } from '#shared/api/orders.ts';
import { STRIPE_VERSION } from '../../server/payments/stripe-client.ts';
import { claims } from './claims/names.ts';
import { AGED_MS, makeProofOld } from './unattended.ts';
import { moment, until } from './until.ts';
import type { Platform } from './world/platform.ts';
import type { Screen } from './world/screen.ts';
import { cardAccount, type World } from './world/world.ts';

/** A mechanism that is switched off, outside the product, and the words that the breach of its claim must hold. */
export type Control = { claim: string; switchedOff: string; breach: string };

const listOf = /\/outlets\/[^/]+\/orders$/;
const pass = (ms: number) => moment(Date.now() + ms);

/** Two customers' orders of one press; the first of them is cooked, closed and refunded twice. */
export async function customersAndMoney({ customers, colleague, platform }: World): Promise<Control[]> {
  const known = new Set((await colleague.orders()).map(({ id }) => id));
  const isWaiting = ({ status }: Order) => status === 'deliver_pending' || status === 'payment_working';
  const isNew = ({ id }: Order) => !known.has(id);
  customers.honest = false;
  customers.line.be('deaf');
  const ordering = customers.order();
  await until(async () => (await colleague.orders()).some(isNew), 10_000, 50);
  customers.line.be('cut');
  customers.line.be('well');
  await ordering;
  customers.honest = true;
  const first = (await colleague.orders()).find(isNew);
  const id = first?.id ?? '';
  await colleague.call('POST', `/sellers/orders/accept/${id}`);
  for (let step = 0; step < 3; step += 1)
    await colleague.call('POST', `/sellers/outlets/${platform.outletId}/progress-order/${id}`);
  await colleague.call('POST', `/sellers/orders/complete/${id}`);
  const orderNow = async () => (await colleague.call('GET', `/sellers/orders/${id}`)).body as Order;
  const closed = await until(
    async () => ((await orderNow()).status === 'complete' ? orderNow() : null),
    10_000,
  );
  const asked = { version: closed?.version ?? 0, body: { amountToRefund: 100 } };
  await colleague.call('POST', `/sellers/orders/refund/${id}`, asked);
  await refundAgain(platform, id);
  await until(async () => {
    const waiting = (await colleague.orders()).filter(isWaiting);
    for (const other of waiting) await colleague.call('POST', `/sellers/orders/accept/${other.id}`);
    return waiting.length === 0;
  }, 10_000);
  await platform.postgres?.run(
    `update orders set status = 'deliver_aborted', version = version + 1 where id = $1`,
    [id],
  );
  await orderNow();
  return [
    {
      claim: claims.acknowledged,
      switchedOff: 'the customer’s app tries again with a new key',
      breach: 'is nobody’s',
    },
    {
      claim: claims.money,
      switchedOff: 'a refund is sent to the card provider again, with a new key',
      breach: `${id} was refunded 2 times`,
    },
    {
      claim: claims.legal,
      switchedOff: 'a closed order is made a cancelled one, past the machine of orders',
      breach: `${id}: complete to deliver_aborted`,
    },
  ];
}

/** One screen remains with what it knows now, and one loses its presses; then only the former can be reached. */
export async function screensAndPresses(world: World): Promise<Control[]> {
  const [screen, frozen] = world.screens;
  const { colleague, customers, platform } = world;
  const { orderId } = await customers.order();
  const id = orderId ?? '';
  const order = (await colleague.call('GET', `/sellers/orders/${id}`)).body as Order;
  const rang = () =>
    frozen.heard.some(({ kind, at }) => kind === 'tone' && at >= Date.parse(order.createdAt));
  await until(
    () => frozen.heard.some((what) => what.kind === 'known' && what.orderId === id) && rang(),
    10_000,
  );
  await remains(frozen, JSON.stringify(await colleague.orders()));

  screen.watchPressMs = 2_500;
  await screen.page().route('**/orders/accept/*', (route) => route.fulfill({ json: order }));
  if (!(await until(() => screen.press(order, 'Accept'), 10_000)))
    throw new Error('There is nothing to press');
  await screen.settled();
  await colleague.call('POST', `/sellers/orders/accept/${id}`);
  const answeredAt = Date.now();
  // Well before the next order, for which it may ring.
  const ringsOn = () =>
    frozen.connected() &&
    frozen.heard.some(({ kind, at }) => kind === 'tone' && at > answeredAt + 1_200 && at < Date.now() - 200);
  await until(ringsOn, 15_000);

  screen.line.be('cut');
  screen.broken.push({ from: Date.now(), to: Infinity });
  await platform.postgres?.run('update outlet_feeds set last_order_number = last_order_number + 1');
  const unrung = await customers.order();
  await pass(2_500);
  await colleague.call('POST', `/sellers/orders/accept/${unrung.orderId}`);
  return [
    {
      claim: claims.presses,
      switchedOff: 'a press is answered with the order as it was, and reaches no server',
      breach: `order ${order.orderNumber} was pressed on ${screen.name}`,
    },
    { claim: claims.silent, switchedOff: 'a screen is told of no change', breach: `${frozen.name} rang` },
    {
      claim: claims.equal,
      switchedOff: 'nor does its list hold one',
      breach: `${frozen.name} never was equal`,
    },
    {
      claim: claims.rung,
      switchedOff: 'it is the only screen that can be reached',
      breach: 'never rang',
    },
    { claim: claims.gapless, switchedOff: 'the counter of order numbers skips one', breach: 'stands at' },
  ];
}

/** Nobody can be alerted: the database is told the contrary, then forgets a proof; a card is asked too early. */
export async function proofAndCards(world: World): Promise<Control[]> {
  const { customers, colleague, platform } = world;
  const [, screen] = world.screens;
  const run = async (sql: string) => void (await platform.postgres?.run(sql));
  await screen.volume(0);
  const from = await makeProofOld(platform, 1);
  const unheard = { from, provedAt: from - AGED_MS, to: Infinity, again: Infinity };
  world.unheard.push(unheard);
  await run('update outlet_listening set heard_at = now()');
  const unheardOrder = await customers.order();
  await colleague.call('POST', `/sellers/orders/accept/${unheardOrder.orderId}`);

  await makeProofOld(platform, 1);
  const refusals = customers.refusals.length;
  const waiting = customers.order();
  await until(() => customers.refusals.length > refusals, 10_000);
  await run(`create function forgets() returns trigger language plpgsql as 'begin return null; end'`);
  await run(
    'create trigger forgets before update on outlet_listening for each row execute function forgets()',
  );
  unheard.to = Date.now();
  await screen.volume(80);
  unheard.again = Date.now();
  await pass(2_300);
  await run('drop trigger forgets on outlet_listening');
  await screen.volume(0);
  await screen.volume(80);
  await waiting;

  const orderId = randomUUID();
  await askForCard(platform, orderId);
  return [
    {
      claim: claims.proved,
      switchedOff: 'a screen that is muted counts as one that can ring',
      breach: `${unheardOrder.orderId} was written`,
    },
    { claim: claims.retaken, switchedOff: 'a proof is not stored', breach: 'taken again after' },
    { claim: claims.cards, switchedOff: 'a card is asked before the order is taken', breach: orderId },
  ];
}

/** What the screen knows now is all that it will ever know. */
async function remains(screen: Screen, kept: string): Promise<void> {
  const page = screen.page();
  // What is read after the answer would tell of it.
  await page.route(listOf, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, body: kept });
  });
  await screen.deafen('updates');
}

async function ask(platform: Platform, path: string, form: Record<string, string>): Promise<void> {
  const { stripe } = platform;
  const reply = await fetch(`${stripe.origin}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stripe.secretKey}`,
      'stripe-account': cardAccount(platform).id,
      'stripe-version': STRIPE_VERSION,
      'idempotency-key': randomUUID(),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
}

/** As a server would that has forgotten which key it used. */
async function refundAgain(platform: Platform, orderId: string): Promise<void> {
  const intent = cardAccount(platform).intents.find(({ metadata }) => metadata['order_id'] === orderId);
  const [made] = intent?.refunds ?? [];
  await ask(platform, '/v1/refunds', {
    payment_intent: intent?.id ?? '',
    amount: String(made?.amount ?? 0),
    refund_application_fee: String(made?.refund_application_fee ?? false),
    'metadata[refund_id]': randomUUID(),
  });
}

const askForCard = (platform: Platform, orderId: string) =>
  ask(platform, '/v1/payment_intents', {
    amount: '1450',
    currency: 'gbp',
    application_fee_amount: '20',
    payment_method: 'pm_card_visa',
    'allowed_payment_method_types[0]': 'card',
    capture_method: 'manual',
    confirm: 'true',
    'metadata[order_id]': orderId,
  });
