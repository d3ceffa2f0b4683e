import { openColleague, type Colleague } from './colleague.ts';
import { openCustomers, type Customers } from './customers.ts';
import type { Unheard } from '../run-log.ts';
import type { Subject } from '../schedule.ts';
import { turns } from '../turns.ts';
import { until } from '../until.ts';
import type { Platform } from './platform.ts';
import { openPrinting, type Printing } from './printing.ts';
import { openScreen, type Screen } from './screen.ts';

/** An outlet that trades: its platform, two browsers, two tills that print, its customers, and a colleague. */
export type World = {
  platform: Platform;
  screens: [Screen, Screen];
  customers: Customers;
  colleague: Colleague;
  printing: Printing;
  /** While no screen could ring, as the claims are told of it. */
  unheard: Unheard[];
  /** Waits until nothing else breaks these, and lets nothing break them until the returned function is called. */
  take(...subjects: Subject[]): Promise<() => void>;
  close(): Promise<void>;
};

const ACCOUNT = 'acct_ferry';

export async function openWorld(platform: Platform): Promise<World> {
  const colleague = await openColleague(platform);
  await openOutlet(platform, colleague);
  for (let server = 0; server < platform.servers; server += 1) colleague.listen(server);
  const [screenA, screenB, customers, printing] = await Promise.all([
    openScreen(platform, 'screen A', 0),
    openScreen(platform, 'screen B', platform.servers - 1),
    openCustomers(platform),
    openPrinting(platform),
  ]);
  const screens: World['screens'] = [screenA, screenB];
  if (!(await until(() => screens.every((screen) => screen.connected()), 60_000)))
    throw new Error('The screens do not connect');
  return {
    platform,
    screens,
    customers,
    colleague,
    printing,
    unheard: [],
    take: turns(),
    async close() {
      colleague.close();
      await Promise.all([screenA.close(), screenB.close(), customers.close(), printing.close()]);
    },
  };
}

/** Connects the seller's card account, and starts to trade. */
async function openOutlet({ stripe, outletId }: Platform, { call }: Colleague): Promise<void> {
  const { body } = await call('GET', '/sellers/profile');
  const { stripeConnectState: state } = body as { stripeConnectState: string };
  stripe.account(ACCOUNT);
  stripe.codes.set('ac_ferry', ACCOUNT);
  await call('POST', '/sellers/stripe-account', {
    body: { code: 'ac_ferry', state },
  });
  await call('POST', `/sellers/outlets/${outletId}/trading-session/start`);
}

export const cardAccount = ({ stripe }: Platform) => stripe.account(ACCOUNT);
