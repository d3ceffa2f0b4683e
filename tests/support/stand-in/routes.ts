import { refusal, speak, type Dialect, type Json } from './dialects.ts';
import { isSettled, isOpen, press, refundedOf, type StandInOrder } from './orders.ts';
import { idOf, session, type Shop } from './seller-data.ts';

/** The stand-in's whole state. */
export type World = {
  dialect: Dialect;
  origin: string;
  shop: Shop;
  orders: StandInOrder[];
  /** The account of each access token. */
  signedIn: Map<string, Json>;
  /** Notifies the screens that watch an order's outlet. */
  tellOrder(order: StandInOrder): void;
  tellSession(outletId: string): void;
};

export type Asked = { params: string[]; query: URLSearchParams; body: Json; account: Json; ifMatch: string };
export type Answer = [status: number, json?: unknown];
type Handler = (world: World, asked: Asked) => Answer;

/** The call table. `*` matches one segment of a path. */
export const routes: Record<string, Handler> = {
  'POST /sellers/sign-in': signIn,
  'POST /sellers/refresh-token': (world, { body }) => {
    const account = world.shop.accounts.find((one) => body['refreshToken'] === `refresh ${idOf(one)}`);
    return account ? [200, newTokens(world, account)] : refuse(world, 401, 'Sign in again.');
  },
  'POST /sellers/register': (world, { body }) => {
    const { password: _password, ...facts } = body;
    const id = { [world.dialect.underscoreIds ? '_id' : 'id']: `seller-${world.shop.accounts.length + 1}` };
    world.shop.accounts.push({ ...facts, ...id, accountStatus: world.shop.statuses[0] });
    return [201];
  },
  'POST /sellers/leads': () => [201],
  'GET /sellers/profile': (_world, { account }) => {
    const { isAdmin: _isAdmin, ...told } = account;
    const { companyName, stripeConnectId } = told;
    const id = { [told['_id'] === undefined ? 'id' : '_id']: idOf(told) };
    return [200, { companyName, stripeConnectId, ...id, account: told }];
  },

  'GET /sellers/outlets': ({ shop }) => [200, shop.outlets],
  'POST /sellers/outlets': (world, { body }) => {
    const { shop, dialect } = world;
    const id = { [dialect.underscoreIds ? '_id' : 'id']: `outlet-${shop.outlets.length + 1}` };
    const outlet: Json = { ...body, ...id, availability: 'closed', accountStatus: shop.statuses[0] };
    shop.outlets.push(outlet);
    return [201, outlet];
  },
  'GET /sellers/outlets/*': withOutlet((_world, outlet) => [200, outlet]),
  'PATCH /sellers/outlets/*': withOutlet((_world, outlet, { body }) => [200, Object.assign(outlet, body)]),
  'PATCH /sellers/outlets/*/catalog/*': withOutlet((world, outlet, { params: [, catalogId] }) => {
    const catalog = world.shop.catalogs.find((one) => idOf(one) === catalogId);
    if (!catalog) return refuse(world, 404, 'There is no such catalog.');
    const { name } = catalog;
    Object.assign(outlet, { catalog: speak(world.dialect, { id: catalogId, name }) });
    return [200];
  }),
  'POST /sellers/outlets/*/brand-image': withOutlet((_world, outlet, { body }) => {
    outlet['brandImageUrl'] = body['imageUrl'];
    return [200, { brandImageUrl: body['imageUrl'] }];
  }),
  'GET /sellers/outlets/*/orders': withOutlet((world, outlet) => [200, ordersOfOpenSession(world, outlet)]),
  'GET /sellers/outlets/*/trading-sessions': withOutlet((world, outlet) => {
    const sessions = world.shop.sessions.filter(({ outletId }) => outletId === idOf(outlet));
    return [200, { ...outlet, tradingSessions: sessions.map(({ id }) => sessionAsSaid(world, id)) }];
  }),
  'GET /sellers/outlets/trading-sessions/*': (world, { params: [sessionId = ''] }) => {
    const found = world.shop.sessions.find(({ id }) => id === sessionId);
    if (!found) return refuse(world, 404, 'There is no such trading session.');
    const outlet = world.shop.outlets.find((one) => idOf(one) === found.outletId);
    const orders = world.orders.filter((order) => order.sessionId === sessionId);
    const said = orders.map((order) => orderAsSaid(world, order));
    return [200, { outlet, period: sessionAsSaid(world, sessionId), orders: said }];
  },
  'POST /sellers/outlets/*/trading-session/start': withOutlet((world, outlet) => {
    const id = `session-${world.shop.sessions.length + 1}`;
    world.shop.sessions.unshift(session(id, new Date().toISOString(), null));
    Object.assign(outlet, { availability: 'open', tradingSession: speak(world.dialect, { id }) });
    world.tellSession(idOf(outlet));
    return [200, outlet];
  }),
  'POST /sellers/outlets/*/trading-session/finish': withOutlet((world, outlet) => {
    const open = world.shop.sessions.find(({ finishedAt }) => finishedAt === null);
    if (!open) return refuse(world, 409, 'This outlet is closed.');
    if (world.orders.some((order) => order.sessionId === open.id && isOpen(order)))
      return refuse(world, 400, 'Some orders are still open.');
    open.finishedAt = new Date().toISOString();
    delete outlet['tradingSession'];
    outlet['availability'] = 'closed';
    world.tellSession(idOf(outlet));
    return [200, outlet];
  }),
  'POST /sellers/outlets/*/progress-order/*': (world, asked) => pressed(world, 'progress-order', asked, 1),
  'POST /sellers/outlets/*/regress-order/*': (world, asked) => pressed(world, 'regress-order', asked, 1),
  'GET /sellers/orders/*': (world, { params: [orderId] }) => {
    const order = world.orders.find(({ id }) => id === orderId);
    return order ? [200, orderAsSaid(world, order)] : refuse(world, 404, 'There is no such order.');
  },
  'POST /sellers/orders/accept/*': (world, asked) => pressed(world, 'accept', asked),
  'POST /sellers/orders/progress/*': (world, asked) => pressed(world, 'progress', asked),
  'POST /sellers/orders/cancel/*': (world, asked) => {
    const [status, json] = pressed(world, 'cancel', asked);
    return status === 200 ? [200] : [status, json];
  },
  'POST /sellers/orders/complete/*': (world, asked) => pressed(world, 'complete', asked),
  'POST /sellers/orders/refund/*': (world, asked) => pressed(world, 'refund', asked),

  'GET /sellers/catalogs': ({ shop, dialect }) => [
    200,
    dialect.leavesOut ? shop.catalogs.map(({ latestRevision: _left, ...named }) => named) : shop.catalogs,
  ],
  // Not in the call table; a server that leaves the menu out of its list must return it somewhere.
  'GET /sellers/catalogs/*': withCatalog((world, catalog) =>
    world.dialect.leavesOut ? [200, catalog] : refuse(world, 404, 'There is nothing here.'),
  ),
  'POST /sellers/catalogs': ({ shop, dialect }, { body }) => {
    const id = { [dialect.underscoreIds ? '_id' : 'id']: `catalog-${shop.catalogs.length + 1}` };
    const revision = dialect.versions && { revision: 1 };
    // In the call table this takes only a name.
    shop.catalogs.push({ ...id, ...revision, name: body['name'], latestRevision: { categories: [] } });
    return [201];
  },
  'PATCH /sellers/catalogs/*': withCatalog((world, catalog, { body, ifMatch }) => {
    const { name, categories, ...more } = body;
    const revision = Number(catalog['revision'] ?? 1);
    if (world.dialect.versions && ifMatch !== '' && ifMatch !== `"${revision}"`)
      return refuse(world, 409, 'Somebody else has changed this catalog.');
    const latestRevision = { ...(catalog['latestRevision'] as Json), categories };
    Object.assign(catalog, more, { name, latestRevision });
    if (world.dialect.versions) catalog['revision'] = speak(world.dialect, revision + 1);
    return [200];
  }),
  'DELETE /sellers/catalogs/*': withCatalog(({ shop }, catalog) => {
    shop.catalogs.splice(shop.catalogs.indexOf(catalog), 1);
    return [200];
  }),
  'GET /sellers/sign-s3-file': ({ origin }, { query }) => {
    const url = `${origin}/uploads/${query.get('file-name')}`;
    return [200, { signedRequest: `${url}?signature=right`, url }];
  },

  'GET /admin/sellers': asAdmin(({ shop }) => [200, shop.accounts.filter((one) => one['isAdmin'] !== true)]),
  'GET /admin/sellers/account-statuses': asAdmin(({ shop }) => [200, shop.statuses]),
  'GET /admin/sellers/*/outlets': asAdmin(({ shop }, { params: [sellerId] }) => [
    200,
    sellerId === 'seller-1' ? shop.outlets : [],
  ]),
  'GET /admin/outlets': asAdmin(({ shop }) => [200, shop.outlets]),
  'PATCH /admin/sellers': asAdmin((world, { body }) => review(world, world.shop.accounts, body)),
  'PATCH /admin/sellers/outlet': asAdmin((world, { body }) => review(world, world.shop.outlets, body)),
};

export const refuse = ({ dialect }: Pick<World, 'dialect'>, status: number, message: string): Answer => [
  status,
  refusal(dialect, `REFUSED_${status}`, message),
];

function signIn(world: World, { body }: Asked): Answer {
  const account = world.shop.accounts.find(({ email }) => email === body['email']);
  if (!account || body['password'] === 'wrong') return refuse(world, 401, 'No.');
  const { isAdmin, ...told } = account;
  return [200, { account: { ...told, ...newTokens(world, account) }, isAdmin: isAdmin === true }];
}

function newTokens({ signedIn }: World, account: Json): { accessToken: string; refreshToken: string } {
  const accessToken = `access ${signedIn.size + 1}`;
  signedIn.set(accessToken, account);
  return { accessToken, refreshToken: `refresh ${idOf(account)}` };
}

function withOutlet(handler: (world: World, outlet: Json, asked: Asked) => Answer): Handler {
  return (world, asked) => {
    const outlet = world.shop.outlets.find((one) => idOf(one) === asked.params[0]);
    return outlet ? handler(world, outlet, asked) : refuse(world, 404, 'There is no such outlet.');
  };
}

function withCatalog(handler: (world: World, catalog: Json, asked: Asked) => Answer): Handler {
  return (world, asked) => {
    const catalog = world.shop.catalogs.find((one) => idOf(one) === asked.params[0]);
    return catalog ? handler(world, catalog, asked) : refuse(world, 404, 'There is no such catalog.');
  };
}

function asAdmin(handler: Handler): Handler {
  return (world, asked) =>
    asked.account['isAdmin'] === true ? handler(world, asked) : refuse(world, 403, 'You may not do that.');
}

function review(world: World, things: Json[], { id, accountStatus }: Json): Answer {
  const thing = things.find((one) => idOf(one) === id);
  const status = world.shop.statuses.find(({ value }) => value === accountStatus);
  if (!thing || !status) return refuse(world, 400, 'There is no such status.');
  thing['accountStatus'] = status;
  return [200, thing];
}

function pressed(world: World, command: string, { params, body, ifMatch }: Asked, at = 0): Answer {
  const order = world.orders.find(({ id }) => id === params[at]);
  if (!order) return refuse(world, 404, 'There is no such order.');
  const stale = world.dialect.versions && ifMatch !== '' && ifMatch !== `"${order.version}"`;
  const refused = stale ? 'Somebody else has changed this order.' : press(order, command, body);
  if (refused !== null) return refuse(world, 409, refused);
  world.tellOrder(order);
  return [200, world.dialect.emptyAnswers ? {} : orderAsSaid(world, order)];
}

export function orderAsSaid({ dialect }: World, { sessionId: _sessionId, ...order }: StandInOrder): unknown {
  const { version, outletId, createdAt, ...facts } = order;
  const more = {
    ...(dialect.versions && { version }),
    ...(!dialect.namelessOutlets && { outletId }),
    ...(!dialect.leavesOut && { createdAt }),
  };
  return speak(dialect, { ...facts, ...more });
}

/** Includes an order with an unknown status, if this server has one. */
function ordersOfOpenSession(world: World, outlet: Json): unknown[] {
  const open = world.shop.sessions.find(
    ({ outletId, finishedAt }) => outletId === idOf(outlet) && finishedAt === null,
  );
  const orders = world.orders.filter(({ sessionId }) => sessionId === open?.id);
  const said = orders.map((order) => orderAsSaid(world, order));
  if (!world.dialect.ownWords || !open) return said;
  return [{ id: 'strange', orderNumber: 42, status: 'deliver_teleported' }, null, ...said];
}

function sessionAsSaid({ dialect, shop, orders }: World, sessionId: string): unknown {
  const settled = orders.filter((order) => order.sessionId === sessionId && isSettled(order));
  const { startedAt, ...session } = shop.sessions.find(({ id }) => id === sessionId) ?? {};
  if (dialect.leavesOut) return speak(dialect, session);
  return speak(dialect, {
    ...session,
    startedAt,
    numberOfOrders: settled.length,
    totalEarnings: settled.reduce((sum, order) => sum + order.amount - refundedOf(order), 0),
  });
}
