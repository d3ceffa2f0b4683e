import { afterAll, beforeAll, expect, it } from 'vitest';
import { usualRungs } from '#shared/api/escalation.ts';
import {
  alertsOf,
  guarded,
  gateway,
  phones,
  senders,
  sent,
  setUpAlerts,
  type Guarded,
} from '../../../tests/support/alerts/guarded-shop.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

let beside: TestServer;
setUpAlerts();
beforeAll(async () => {
  beside = await testServer({ beside: server, senders: senders() });
  // Its first request has it look once by itself.
  await beside.send('GET', '/nothing');
  await beside.app.doChores();
});
afterAll(() => beside.close());

/** An order that has waited for 52 seconds, at an outlet that has no phone. */
async function noPhone(): Promise<Guarded> {
  const owner = await guarded();
  await server.database.kysely.deleteFrom('outlet_phones').execute();
  await owner.order();
  await later(52_000);
  expect(sent()).toEqual([0, 0, 0]);
  return owner;
}

const addPhone = (at: TestServer, { id, path }: Guarded) =>
  at.sendFor(id)('POST', `${path}/phones`, phones.subscription('Sam’s phone'));

it('a phone that is added while an order waits is told at the next look (D47)', async () => {
  const owner = await noPhone();
  await addPhone(server, owner);
  await server.app.doChores();
  expect(sent()).toEqual([1, 0, 0]);
});

it('one that is added at another server, which does not look then, is told within ten seconds (D47)', async () => {
  const owner = await noPhone();
  await addPhone(beside, owner);
  await later(9_000);
  await later(1_000);
  expect(sent()).toEqual([1, 0, 0]);
});

it('rungs that are changed while an order waits count from the next look on (D47)', async () => {
  const owner = await noPhone();
  const rungs = { ...usualRungs, messages: { on: true, afterSeconds: 40 } };
  await owner.send('PUT', `${owner.path}/escalation`, {
    rungs,
    emails: ['sam@ferry.test'],
    webhookUrl: `${gateway.url}/hook`,
  });
  await server.app.doChores();
  expect(sent()).toEqual([0, 1, 1]);
});

it('what is sent late is repeated fifteen seconds after it, though its order’s last rung was due before (D47)', async () => {
  await guarded().then((owner) => owner.order());
  await later(119_000);
  expect(sent()).toEqual([1, 1, 1]);
  await later(8_000);
  expect(sent()).toEqual([1, 1, 1]);
  await later(3_000);
  await later(4_000);
  expect(sent()).toEqual([2, 2, 2]);
});

it('after the server’s clock was set back, orders climb, and all that wait are looked at every ten seconds (D47)', async () => {
  const owner = await guarded();
  await server.database.kysely.deleteFrom('outlet_phones').execute();
  await owner.order();
  await later(20_000);
  server.clock.advance(-3_600_000);
  await server.hear(owner.outletId);
  const { id } = await owner.order();
  for (let waited = 0; waited < 55; waited += 5) await later(5_000);
  expect((await alertsOf(owner, id)).map(({ rung }) => rung)).toEqual(['screens']);
  await addPhone(beside, owner);
  await later(9_000);
  await later(1_000);
  expect(sent()).toEqual([1, 0, 0]);
});
