import { randomUUID } from 'node:crypto';
import type { Order } from '#shared/api/orders.ts';
import type { Screen } from './world/screen.ts';
import type { World } from './world/world.ts';
import { until } from './until.ts';

/** What is given back of an order, in pence. */
const REFUNDED = 100;

/** How long staff look for a screen on which an order can be accepted, in ms; then a colleague does it elsewhere. */
const LOOK_MS = 15_000;

/**
 * The people of the outlet: they accept each order on a screen, sometimes two of them at once, cook it and close it;
 * they cancel some, and give money back, where two press at once and one presses twice.
 */
export function staffOf(world: World, random: () => number) {
  const { screens, colleague } = world;
  const worked = new Map<string, Promise<void>>();
  let leaving = false;
  /** Orders for which somebody looks for a screen that can be pressed. */
  let looking = 0;

  async function work({ id, orderNumber }: Order): Promise<void> {
    const manner = random();
    if (manner < 0.1) await colleague.call('POST', `/sellers/orders/cancel/${id}`);
    else {
      looking += 1;
      if (manner < 0.3) await pressAtOnce(screens, { id, orderNumber });
      else await pressOnOne({ id, orderNumber }, manner < 0.65 ? 0 : 1);
      looking -= 1;
    }
    if (manner > 0.5) await serve(world, id, { refunds: manner > 0.7, hurries: () => leaving });
  }

  async function pressOnOne(order: { id: string; orderNumber: number }, at: number): Promise<void> {
    const inTurn = at === 0 ? screens : screens.toReversed();
    const pressed = await until(async () => {
      if (leaving) return true;
      for (const screen of inTurn)
        if (screen.connected() && (await screen.press(order, 'Accept'))) return true;
      return false;
    }, LOOK_MS);
    if (!pressed || leaving) await accept(world, order.id);
  }

  async function pressAtOnce(
    both: readonly Screen[],
    order: { id: string; orderNumber: number },
  ): Promise<void> {
    await until(() => leaving || both.every((screen) => screen.connected()), LOOK_MS);
    const pressed = await Promise.all(both.map((screen) => screen.press(order, 'Accept')));
    if (!pressed.includes(true)) await accept(world, order.id);
  }

  return {
    /** Goes to work on every order that the server lists. */
    async look(): Promise<void> {
      for (const order of await colleague.orders())
        if (order.status === 'deliver_pending' && !worked.has(order.id)) worked.set(order.id, work(order));
    },
    /** Whether somebody still looks for a screen to press on. */
    isLooking: () => looking > 0,
    /** Nobody presses on a screen any more; what is begun is finished elsewhere. */
    leave: () => void (leaving = true),
    done: async () => void (await Promise.all(worked.values())),
  };
}

const accept = ({ colleague }: World, id: string) => colleague.call('POST', `/sellers/orders/accept/${id}`);

type Serving = {
  refunds: boolean;
  /** Whether to accept what nobody has accepted yet. */ hurries: () => boolean;
};

/** From accepted to the money, and some of it back. */
async function serve(world: World, id: string, { refunds, hurries }: Serving): Promise<void> {
  const { colleague, platform } = world;
  const orderNow = async () => (await colleague.call('GET', `/sellers/orders/${id}`)).body as Order;
  const isTaken = ({ status }: Order) => status !== 'deliver_pending' && status !== 'payment_working';
  await until(async () => hurries() || isTaken(await orderNow()), 45_000, 250);
  if (!isTaken(await orderNow())) await accept(world, id);
  for (let step = 0; step < 3; step += 1)
    await colleague.call('POST', `/sellers/outlets/${platform.outletId}/progress-order/${id}`);
  await colleague.call('POST', `/sellers/orders/complete/${id}`);
  const isClosed = async () => {
    const order = await orderNow();
    return order.status === 'complete' ? order : null;
  };
  const closed = await until(isClosed, 20_000, 250);
  if (!refunds || !closed) return;
  const [mine, hers] = [randomUUID(), randomUUID()];
  const asked = { version: closed.version, body: { amountToRefund: REFUNDED } };
  const path = `/sellers/orders/refund/${id}`;
  await Promise.all([mine, mine, hers].map((key) => colleague.call('POST', path, { ...asked, key })));
}
