import { writeFileSync } from 'node:fs';
import { judge } from './claims/judge.ts';
import { claims } from './claims/names.ts';
import type { Verdict } from './claims/verdict.ts';
import { customersAndMoney, proofAndCards, screensAndPresses, type Control } from './controls.ts';
import { observe } from './play.ts';
import { sliceOf, type Mark } from './slice.ts';
import { moment, until } from './until.ts';
import { openPrinting } from './world/printing.ts';
import type { World } from './world/world.ts';

/** How long a screen and the tickets may take to come to rest, in ms; some never do. */
const REST_MS = 3_000;
/** How long a bell may still sound for what was just answered, in ms. */
const SILENT_MS = 1_500;

export type Proof = { control: Control; verdict: Verdict; broke: boolean };

/**
 * Plays a few orders with the mechanisms of all claims switched off. Each claim must break, without slack and in the
 * words of its own control: what its mechanism prevents must be seen as it is.
 */
export async function prove(world: World): Promise<Proof[]> {
  await until(() => world.screens.every((screen) => screen.connected()), 20_000);
  const mark = await markOf(world);
  const claimed = world.printing;
  const printing = await openPrinting(world.platform, false);
  world.printing = printing;
  try {
    const controls = [
      ...(await customersAndMoney(world)),
      ...(await screensAndPresses(world)),
      ...(await proofAndCards(world)),
      ...(await twoTickets(world)),
    ];
    const log = sliceOf(await observe(world, Date.now(), REST_MS), mark);
    writeFileSync('.cache/faults/switched-off.json', JSON.stringify({ faults: [], log }, null, 1));
    const verdicts = judge(log, 0);
    return controls.flatMap((control) => {
      const verdict = verdicts.find(({ claim }) => claim === control.claim);
      if (!verdict) throw new Error(`Nobody judges: ${control.claim}`);
      return { control, verdict, broke: verdict.breaches.some((breach) => breach.includes(control.breach)) };
    });
  } finally {
    world.printing = claimed;
    await printing.close();
  }
}

async function twoTickets({ printing }: World): Promise<Control[]> {
  const isDouble = () => {
    const numbers = printing.sheets().flatMap(({ marked, orderNumber }) => (marked ? [] : orderNumber));
    return new Set(numbers).size < numbers.length;
  };
  await until(isDouble, 10_000, 100);
  return [
    {
      claim: claims.tickets,
      switchedOff: 'two tills do not ask the server which of them prints',
      breach: 'tickets without a mark',
    },
  ];
}

/** Nothing waits from here on, and nothing rings. */
export async function markOf({ colleague, customers }: World): Promise<Mark> {
  const orders = await colleague.orders();
  for (const { id, status } of orders)
    if (status === 'deliver_pending') await colleague.call('POST', `/sellers/orders/accept/${id}`);
  await moment(Date.now() + SILENT_MS);
  const numbers = orders.map(({ orderNumber }) => orderNumber);
  return { at: Date.now(), number: Math.max(0, ...numbers), customers: customers.orders.length };
}
