import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountStatuses } from '#shared/base/account-statuses.ts';
import { basketOfTea, testServer, type Seller, type TestServer } from '../../server/testing/server.ts';
import { server, setUpServer } from '../support/shop/set-up.ts';

let admin: Seller;
let origin: string;

setUpServer();
beforeAll(async () => {
  admin = await server.admin();
  await server.app.server.listen({ port: 0, host: '127.0.0.1' });
  const address = server.app.server.server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});

const setSeller = (id: string, accountStatus: unknown) =>
  admin.send('PATCH', '/admin/sellers', { id, accountStatus });
const setOutlet = (id: string, accountStatus: unknown) =>
  admin.send('PATCH', '/admin/sellers/outlet', { id, accountStatus });
const trail = (subjectId: string) =>
  server.database.kysely
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'details', 'at'])
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute();

async function connected(token: string): Promise<Socket> {
  const socket = io(origin, {
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnection: false,
  });
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(null));
    socket.once('connect_error', reject);
  });
  return socket;
}

describe('the statuses (D12)', () => {
  it('are listed with their labels', async () => {
    expect((await admin.send('GET', '/admin/sellers/account-statuses')).body).toEqual(accountStatuses);
  });

  it.each([
    ['the value', 'verified'],
    ['the value with its label', { value: 'verified', label: 'Verified' }],
  ])('are set by %s, and say who, what and when (D16)', async (_what, accountStatus) => {
    const seller = await server.seller('pending');
    expect((await seller.send('GET', '/sellers/outlets')).status).toBe(403);
    const reply = await setSeller(seller.id, accountStatus);
    expect(reply).toMatchObject({
      status: 200,
      body: { id: seller.id, postCode: 'SE1 9DX', accountStatus: { value: 'verified', label: 'Verified' } },
    });
    expect(reply.body).not.toHaveProperty('postcode');
    expect((await seller.send('GET', '/sellers/outlets')).status).toBe(200);
    expect(await trail(seller.id)).toEqual([
      {
        actor_id: admin.id,
        action: 'account-status-changed',
        details: { from: 'pending', to: 'verified' },
        at: expect.any(Date),
      },
    ]);
  });

  it.each(['account', 'outlet'])(
    'of an %s are not set by a caller who saw another one than it has by now (D12)',
    async (what) => {
      const shop = await server.trading();
      const id = what === 'account' ? shop.id : shop.outletId;
      const set = (accountStatus: string, from?: string) =>
        admin.send('PATCH', what === 'account' ? '/admin/sellers' : '/admin/sellers/outlet', {
          id,
          accountStatus,
          ...(from !== undefined && { from }),
        });
      expect((await set('suspended', 'verified')).status).toBe(200);
      expect(await set('verified', 'rejected')).toMatchObject({
        status: 409,
        body: {
          error: { code: 'STATUS_CHANGED', message: expect.stringContaining('Suspended') },
          current: { id, accountStatus: { value: 'suspended' } },
        },
      });
      expect((await set('suspended', 'verified')).status, 'the same press again').toBe(200);
      expect((await trail(id)).map(({ details }) => details)).toEqual([
        { from: 'verified', to: 'suspended' },
      ]);
      expect((await set('verified')).status, 'a caller who does not say').toBe(200);
    },
  );

  it.each([
    ['a status that is none', 'on-holiday', 400],
    ['an unknown id', 'verified', 404],
  ])('refuse %s', async (_what, status, expected) => {
    expect((await setSeller('nobody', status)).status).toBe(expected);
    expect((await setOutlet('nowhere', status)).status).toBe(expected);
    expect(await trail('nobody')).toEqual([]);
  });
});

describe('suspending a seller (A18, D14)', () => {
  it('refuses their next request, closes their sockets at once, and stops their outlets', async () => {
    const shop = await server.trading();
    const neighbour = await server.trading();
    const [socket, spared] = [await connected(shop.accessToken), await connected(neighbour.accessToken)];
    expect((await setSeller(shop.id, 'suspended')).status).toBe(200);
    const kept = server.app.live.signIns().map(({ accountId }) => accountId);
    expect(kept, 'closed by the request itself').not.toContain(shop.id);
    expect(kept).toContain(neighbour.id);
    await vi.waitFor(() => expect(socket.connected).toBe(false));
    expect(spared.connected).toBe(true);
    expect(await shop.send('GET', '/sellers/outlets')).toMatchObject({
      status: 403,
      body: { error: { code: 'ACCOUNT_NOT_VERIFIED' } },
    });
    expect((await shop.send('GET', '/sellers/profile')).status).toBe(200);
    await expect(shop.order()).rejects.toThrow('OUTLET_CLOSED');
    await expect(connected(shop.accessToken)).rejects.toThrow('ACCOUNT_NOT_VERIFIED');
    spared.disconnect();
  });

  it('holds for an admin, too', async () => {
    const other = await server.admin();
    expect((await other.send('GET', '/admin/sellers')).status).toBe(200);
    await setSeller(other.id, 'suspended');
    expect((await other.send('GET', '/admin/sellers')).status).toBe(403);
  });

  it('an admin cannot lock themself out (D16)', async () => {
    expect(await setSeller(admin.id, 'suspended')).toMatchObject({
      status: 409,
      body: { error: { code: 'OWN_ACCOUNT' } },
    });
    expect((await setSeller(admin.id, 'verified')).status).toBe(200);
    expect(await trail(admin.id)).toEqual([]);
  });
});

describe('suspending an outlet that trades (D15, D19, A24)', () => {
  it('takes no new orders at once, and what is open is worked to its end', async () => {
    const shop = await server.trading();
    const open = await shop.order();
    const socket = await connected(shop.accessToken);
    await socket.emitWithAck('connect-outlet', shop.outletId);
    const told = new Promise((resolve) => socket.once('trading-session-update', () => resolve(true)));

    expect(await setOutlet(shop.outletId, 'suspended')).toMatchObject({
      status: 200,
      body: { id: shop.outletId, postCode: '', sellerId: shop.id, accountStatus: { value: 'suspended' } },
    });
    await told;
    socket.disconnect();
    expect(await trail(shop.outletId)).toMatchObject([
      { actor_id: admin.id, action: 'outlet-status-changed', details: { from: 'verified', to: 'suspended' } },
    ]);
    await expect(shop.order()).rejects.toThrow('OUTLET_CLOSED');
    expect((await server.send('GET', `/customers/outlets/${shop.outletId}/menu`)).status).toBe(404);

    for (let step = 0; step < 4; step += 1)
      await shop.send('POST', `/sellers/outlets/${shop.outletId}/progress-order/${open.id}`);
    expect((await shop.send('POST', `/sellers/orders/complete/${open.id}`)).body.status).toBe('complete');
    const session = `/sellers/outlets/${shop.outletId}/trading-session`;
    expect((await shop.send('POST', `${session}/finish`)).status).toBe(200);
    expect(await shop.send('POST', `${session}/start`)).toMatchObject({
      status: 403,
      body: { error: { code: 'OUTLET_NOT_VERIFIED' } },
    });
    await setOutlet(shop.outletId, 'verified');
    expect((await shop.send('POST', `${session}/start`)).status).toBe(200);
  });

  it('of an order and a suspension at once, the order is there or was refused', async () => {
    const shop = await server.trading();
    const [, ...placed] = await Promise.all([
      setOutlet(shop.outletId, 'suspended'),
      ...Array.from({ length: 10 }, (_, n) =>
        server.send('POST', `/customers/outlets/${shop.outletId}/orders`, basketOfTea, {
          'idempotency-key': `suspended-${n}`,
        }),
      ),
    ]);
    const { body: orders } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`);
    expect(orders).toHaveLength(placed.filter(({ status }) => status === 201).length);
    expect(placed.every(({ status }) => status === 201 || status === 409)).toBe(true);
    await expect(shop.order()).rejects.toThrow('OUTLET_CLOSED');
  });
});

describe('the lists (D16a)', () => {
  let own: TestServer;
  let boss: Seller;
  const names = ['alder', 'Birch', 'cedar', 'Birch', '100% Oak', 'fir_tree'];
  const ids: string[] = [];

  beforeAll(async () => {
    own = await testServer();
    boss = await own.admin();
    for (const [index, company_name] of names.entries()) {
      const seller = await own.seller(index % 2 === 0 ? 'verified' : 'pending');
      ids.push(seller.id);
      await own.database.kysely
        .updateTable('accounts')
        .set({ company_name })
        .where('id', '=', seller.id)
        .execute();
      if (index % 2 === 0) await seller.send('POST', '/sellers/outlets', { name: `${company_name} Inn` });
    }
  });
  afterAll(() => own.close());

  const list = async (query: string) => (await boss.send('GET', `/admin/sellers${query}`)).body;
  const namesOf = (sellers: { companyName: string }[]) => sellers.map(({ companyName }) => companyName);

  it('without parameters are whole, by company name, and without admins', async () => {
    expect(namesOf(await list(''))).toEqual(['100% Oak', 'alder', 'Birch', 'Birch', 'cedar', 'fir_tree']);
  });

  it.each([
    ['search=birch', ['Birch', 'Birch']],
    ['search=0%25', ['100% Oak']],
    ['search=r_t', ['fir_tree']],
    ['status=pending', ['Birch', 'Birch', 'fir_tree']],
    ['status=pending&search=FIR', ['fir_tree']],
    ['search=nothing', []],
  ])('?%s finds %j', async (query, expected) => {
    const found = await list(`?${query}`);
    expect(namesOf(found.items)).toEqual(expected);
    expect(found).toMatchObject({ nextCursor: null, total: expected.length });
  });

  it('find by its id that seller alone, and not who has the id in a name that comes before', async () => {
    const [hidden, other] = [ids[0] ?? '', ids[1] ?? ''];
    const call = (id: string, company_name: string) =>
      own.database.kysely.updateTable('accounts').set({ company_name }).where('id', '=', id).execute();
    await call(other, `0 ${hidden}`);
    const found = await list(`?search=${hidden}&limit=1`);
    expect(found).toMatchObject({
      items: [{ id: hidden, companyName: 'alder' }],
      nextCursor: null,
      total: 1,
    });
    expect(namesOf((await list(`?search=${hidden.slice(0, -1)}`)).items)).toEqual([`0 ${hidden}`]);
    expect((await list(`?search=${boss.id}`)).items, 'an admin is no seller').toEqual([]);
    await call(other, 'Birch');
  });

  it('page to their end, each entry once, whatever comes and goes meanwhile', async () => {
    const first = await list('?limit=3');
    expect(namesOf(first.items)).toEqual(['100% Oak', 'alder', 'Birch']);
    expect(first.total).toBe(6);
    // An entry is added before the cursor, and the entry that the cursor names is moved.
    const late = await own.seller();
    const rename = (id: string, company_name: string) =>
      own.database.kysely.updateTable('accounts').set({ company_name }).where('id', '=', id).execute();
    await rename(late.id, 'Aardvark');
    await rename(first.items[2].id, 'zebra');
    const second = await list(`?limit=3&cursor=${first.nextCursor}`);
    expect(namesOf(second.items)).toEqual(['Birch', 'cedar', 'fir_tree']);
    const third = await list(`?limit=3&cursor=${second.nextCursor}`);
    expect(namesOf(third.items)).toEqual(['zebra']);
    expect(third.nextCursor).toBeNull();
    await rename(first.items[2].id, 'Birch');
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'status=unknown', 'cursor=nonsense', 'cursor=W10'])(
    'refuse ?%s',
    async (query) => {
      expect((await boss.send('GET', `/admin/sellers?${query}`)).status).toBe(400);
      expect((await boss.send('GET', `/admin/outlets?${query}`)).status).toBe(400);
    },
  );

  it('of outlets name the seller, in whole, in pages, and of one seller', async () => {
    const { body: all } = await boss.send('GET', '/admin/outlets');
    expect(all.map(({ name }: { name: string }) => name)).toEqual(['100% Oak Inn', 'alder Inn', 'cedar Inn']);
    expect(all[1]).toMatchObject({ companyName: 'alder', sellerId: ids[0], postCode: '' });
    const { body: first } = await boss.send('GET', '/admin/outlets?limit=2&status=pending');
    const { body: rest } = await boss.send(
      'GET',
      `/admin/outlets?limit=2&status=pending&cursor=${first.nextCursor}`,
    );
    expect([...first.items, ...rest.items]).toEqual(all);
    expect([first.total, rest.total, rest.nextCursor]).toEqual([3, 3, null]);
    expect((await boss.send('GET', '/admin/outlets?search=CEDAR')).body.items).toEqual([all[2]]);
    expect((await boss.send('GET', `/admin/sellers/${ids[0]}/outlets`)).body).toEqual([all[1]]);
    expect((await boss.send('GET', `/admin/sellers/${ids[1]}/outlets`)).body).toEqual([]);
    expect((await boss.send('GET', '/admin/sellers/nobody/outlets')).status).toBe(404);
  });
});

describe('the audit log (D16)', () => {
  it('tells admins who changed which status when, newest first, of all or of one seller and its outlets', async () => {
    const shop = await server.trading();
    const neighbour = await server.seller('pending');
    await setSeller(neighbour.id, 'verified');
    await setSeller(shop.id, 'suspended');
    await setSeller(shop.id, 'suspended');
    await setOutlet(shop.outletId, 'rejected');
    const { body: all } = await admin.send('GET', '/admin/audit-log?limit=3');
    const changes = (items: { subject: { id: string }; from: string; to: string }[]) =>
      items.map(({ subject, from, to }) => [subject.id, from, to]);
    const ofShop = [
      [shop.outletId, 'verified', 'rejected'],
      [shop.id, 'verified', 'suspended'],
    ];
    expect(changes(all.items)).toEqual([...ofShop, [neighbour.id, 'pending', 'verified']]);
    expect(all.items[0]).toMatchObject({
      action: 'outlet-status-changed',
      actor: { id: admin.id, email: admin.email },
      subject: { name: expect.stringMatching(/./) },
      at: expect.stringMatching(/^\d{4}-.*Z$/),
    });

    const first = (await admin.send('GET', `/admin/audit-log?sellerId=${shop.id}&limit=1`)).body;
    const rest = (await admin.send('GET', `/admin/audit-log?sellerId=${shop.id}&cursor=${first.nextCursor}`))
      .body;
    expect(changes([...first.items, ...rest.items])).toEqual(ofShop);
    expect([first.total, rest.nextCursor]).toEqual([2, null]);
    expect((await neighbour.send('GET', '/admin/audit-log')).status).toBe(403);
    expect((await admin.send('GET', '/admin/audit-log?cursor=nonsense')).status).toBe(400);
  });
});

describe('leads (D17)', () => {
  it('are kept for admins, newest first, and limited per address', async () => {
    const leave = (n: number) =>
      server.send('POST', '/sellers/leads', [{ email: `lead${n}@servery.test`, companyName: `Lead ${n}` }]);
    for (let n = 0; n < 10; n += 1) expect((await leave(n)).status).toBe(201);
    const blocked = await leave(10);
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
    const { body: first } = await admin.send('GET', '/admin/leads?limit=6');
    const { body: rest } = await admin.send('GET', `/admin/leads?limit=6&cursor=${first.nextCursor}`);
    const companies = [...first.items, ...rest.items].map(({ companyName }) => companyName);
    expect(companies).toEqual(Array.from({ length: 10 }, (_, n) => `Lead ${9 - n}`));
    expect([first.total, rest.nextCursor]).toEqual([10, null]);
  });

  it.each([
    ['nothing', []],
    ['no e-mail', [{ companyName: 'A' }]],
    ['more than twenty', Array.from({ length: 21 }, () => ({ email: 'a@servery.test', companyName: 'A' }))],
  ])('refuse %s', async (_what, body) => {
    expect((await server.send('POST', '/sellers/leads', body)).status).toBe(400);
  });
});
