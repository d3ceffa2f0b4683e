import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Outlet } from '#shared/api/outlets.ts';
import type { NotifyOutcome } from '#shared/host/alerts.ts';
import { fakePlatform } from '../../tests/support/components/fake-platform.ts';
import { readListedCatalog } from '../api/read-catalog.ts';
import { readEscalation } from '../api/read-escalation.ts';
import { readOutlet } from '../api/read-outlet.ts';
import { readProfile } from '../api/read-profile.ts';
import { ticker } from '../orders/ticker.ts';
import { checksOf, within, type ChecksOptions } from './checks.ts';

const outlet: Outlet = readOutlet({
  id: 'outlet',
  name: 'The Old Ferry',
  catalogId: 'menu',
  ordering: { state: 'closed' },
});
const escalation = (changes: object = {}) =>
  readEscalation({
    rungs: { phones: { on: true, afterSeconds: 45 }, messages: { on: true, afterSeconds: 75 } },
    emails: ['sam@ferry.test'],
    phones: [{ id: 'p', name: 'Sam’s phone', addedAt: '2026-01-01T00:00:00Z' }],
    ...changes,
  });
const item = (id: string, soldOutUntil: string | null = null) => ({ id, name: id, cost: 100, soldOutUntil });

type World = {
  platform?: Partial<ChecksOptions['platform']>;
  notify?: NotifyOutcome;
  clockAheadMs?: number | null;
  items?: object[];
  categories?: object[];
  soldAt?: Partial<Outlet>;
  profile?: object;
  rungs?: object;
  away?: boolean;
};

/** The checks of a till with everything well, but for what is said. */
function checks({
  platform = {},
  notify = 'allowed',
  items = [item('tea')],
  categories = [{ id: 'c', list: items }],
  soldAt = {},
  profile = {},
  rungs = {},
  ...world
}: World = {}) {
  const replies: Record<string, unknown> = {
    'GET /sellers/outlets/:outletId': outlet,
    'GET /sellers/catalogs': [
      readListedCatalog({
        id: 'menu',
        name: 'Menu',
        latestRevision: { categories },
      }),
    ],
    'GET /sellers/outlets/:outletId/escalation': escalation(rungs),
    'GET /sellers/profile': readProfile({ stripeConnectId: 'acct_1', ...profile }),
  };
  const client = {
    clockAheadMs: world.clockAheadMs === undefined ? 0 : world.clockAheadMs,
    call: async (key: string) => {
      if (world.away) throw new Error('UNREACHABLE');
      return replies[key];
    },
  } as unknown as ChecksOptions['client'];
  const host = { ...fakePlatform(), ...platform };
  return checksOf({
    outlet: { ...outlet, ...soldAt },
    platform: host,
    client,
    notify: Promise.resolve(notify),
  });
}

afterEach(() => {
  vi.useRealTimers();
  ticker.correct(0);
});

describe('ready to trade (D48)', () => {
  it('is all well on a till that has everything', async () => {
    const all = checks({ platform: { askPrinters: async () => [{ name: 'Kitchen', problem: null }] } });
    for (const [name, check] of Object.entries(all))
      expect(await check(), name).toMatchObject({ state: 'ok', detail: expect.stringMatching(/\S/) });
  });

  it('says what is wrong and what to do about it', async () => {
    const fault = (words: RegExp) => ({ state: 'fault', detail: expect.stringMatching(words) });
    expect(await checks({ away: true }).server()).toEqual(fault(/does not answer.*network/));
    expect(await checks({ items: [] }).menu()).toEqual(fault(/Nothing on Menu.*Add items/));
    expect(await checks({ items: [item('tea', 'session')] }).menu()).toEqual(fault(/put sold-out ones back/));
    expect(await checks({ profile: { stripeConnectId: null } }).cards()).toEqual(
      fault(/Connect a card account/),
    );
    expect(await checks({ profile: { cardsRefused: true } }).cards()).toEqual(
      fault(/Stripe refuses payments.*Payouts/),
    );
    const askPrinters = async () => [
      { name: 'Kitchen', problem: 'Offline' },
      { name: 'Bar', problem: null },
    ];
    expect(await checks({ platform: { askPrinters } }).printers()).toEqual(
      fault(/^Kitchen: Offline\. Mend it/),
    );
    expect(await checks({ clockAheadMs: 45_000 }).clock()).toEqual(fault(/45 s behind.*Set it/));
    expect(await checks({ clockAheadMs: -45_000 }).clock()).toEqual(fault(/45 s ahead/));
    const examineComputer = async () => ({ staysAwake: false, freeBytes: 1_000_000 });
    expect(await checks({ platform: { examineComputer } }).awake()).toEqual(fault(/Switch its sleep off/));
    expect(await checks({ platform: { examineComputer } }).disk()).toEqual(fault(/Make room/));
  });

  it('counts what guests can order now: within hours, at the outlet’s clocks, with a choice left of what they must pick', async () => {
    const every = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const served = (from: string, to: string, days = every) => ({ hours: [{ days, from, to }] });
    const breakfast = { id: 'b', list: [item('eggs'), item('porridge')], ...served('07:00', '11:00') };
    const menu = (changes: World) => checks(changes).menu();
    const nothing = { state: 'fault', detail: expect.stringMatching(/^Nothing on Menu can be ordered/) };
    vi.useFakeTimers({ now: Date.parse('2026-07-01T16:00:00Z') });
    expect(await menu({ categories: [breakfast] })).toEqual({
      state: 'note',
      detail: expect.stringMatching(/^Nothing is served until Thu,? 2 Jul, 07:00\.$/),
    });
    const lunch = { ...breakfast, ...served('18:30', '21:00') };
    expect(await menu({ categories: [breakfast, lunch] })).toEqual({
      state: 'note',
      detail: 'Nothing is served until 18:30.',
    });
    // What is sold out comes back with no hours.
    const gone = { ...lunch, list: [item('pie', 'session')] };
    expect(await menu({ categories: [gone] })).toEqual(nothing);
    expect(
      await menu({ categories: [breakfast, gone, { id: 'c', list: [item('tea', 'session')] }] }),
    ).toEqual(nothing);
    expect((await menu({ categories: [breakfast, { ...lunch, ...served('16:30', '17:00') }] }))?.state).toBe(
      'note',
    );
    const onSale = { state: 'ok', detail: '2 items are on sale.' };
    expect(await menu({ categories: [breakfast], soldAt: { timeZone: 'America/Los_Angeles' } })).toEqual(
      onSale,
    );
    const putOff = [{ at: '2026-07-01T16:00:00.000Z', until: '2026-07-01T16:15:00.000Z' }];
    const until = { ...breakfast, ...served('07:00', '17:00') };
    expect(await menu({ categories: [until], soldAt: { putOff } })).toEqual(onSale);
    // The server's clock counts, not the computer's.
    ticker.correct(3 * 3_600_000);
    expect(await menu({ categories: [{ ...breakfast, ...served('20:00', '21:00') }] })).toEqual(onSale);
    const choice = (...options: object[]) => [{ id: 'm', name: 'Milk', kind: 'pickOne', list: options }];
    const oat = { name: 'Oat', cost: 0, soldOutUntil: 'session' };
    const tea = { ...item('tea'), modifiers: choice(oat) };
    expect(await menu({ items: [tea] })).toEqual(nothing);
    expect(await menu({ items: [{ ...tea, modifiers: choice(oat, { name: 'Soya', cost: 0 }) }] })).toEqual({
      state: 'ok',
      detail: '1 item is on sale.',
    });
  });

  it('only notes what trading can do without', async () => {
    expect(await checks().printers()).toMatchObject({ state: 'note' });
    expect(await checks({ notify: 'refused-before' }).notifications()).toMatchObject({ state: 'note' });
    const nobody = { phones: [], missing: [{ channel: 'email', why: 'no-sender' }] };
    expect(await checks({ rungs: nobody }).rungs()).toMatchObject({
      state: 'note',
      detail: expect.stringMatching(/Add a phone/),
    });
    expect((await checks({ rungs: { emails: [] } }).rungs())?.detail).toMatch(/told to phones\.$/);
    const missing = ['phones', 'webhook'].map((channel) => ({ channel, why: 'nobody' }));
    const gone = { missing, webhookUrl: 'https://gateway.test' };
    expect((await checks({ rungs: gone }).rungs())?.detail, 'those that are gone').toMatch(
      /told to e-mail\.$/,
    );
    expect(await checks({ clockAheadMs: 29_000 }).clock()).toMatchObject({ state: 'ok' });
  });

  it('leaves out what this host or server cannot tell', async () => {
    const examineComputer = async () => ({ staysAwake: null, freeBytes: null });
    const can = { ...fakePlatform().can, printSilently: false };
    const bare = checks({ platform: { examineComputer, can }, clockAheadMs: null });
    for (const name of ['awake', 'disk', 'printers', 'clock'] as const)
      expect(await bare[name](), name).toBeNull();
  });

  it('a check that hangs or fails is a fault within its time', async () => {
    vi.useFakeTimers();
    const hangs = within(15_000, () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await hangs).toMatchObject({ state: 'fault', detail: 'There was no answer within 15 seconds.' });
    const fails = within(15_000, () => Promise.reject(new Error('broken')));
    expect(await fails).toMatchObject({ state: 'fault' });
  });
});
