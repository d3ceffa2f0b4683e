import type { Page, Route } from 'playwright';

/** One picture: an address, how the server answers there, and what to press first. */
export type Screen = {
  name: string;
  at: string;
  answers?: (page: Page) => Promise<unknown>;
  prepare?: (page: Page) => Promise<void>;
  /** What was pressed is lost when the layout changes. */
  pressedPerSize?: true;
};

export type Places = {
  ferry: string;
  cafe: string;
  lighterman: string;
  sessionId: string;
  /** The id of an order of twenty lines on the board. */
  large: string;
  /** The number of a closed order that was refunded in two parts. */
  refunded: number;
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const press = async (page: Page, ...names: (string | RegExp)[]) => {
  for (const name of names) await button(page, name).first().click();
};
export const path = (glob: string) => `**/api/${glob}`;

export const answer = (glob: string, json: unknown) => (page: Page) =>
  page.route(path(glob), (route) => route.fulfill({ json }));
/** Never answers, so that the waiting screen can be seen. */
const silence = (glob: string) => (page: Page) => page.route(path(glob), () => new Promise(() => undefined));
const failure = (glob: string) => (page: Page) => page.route(path(glob), refuse);
const refuse = (route: Route) =>
  route.fulfill({
    status: 503,
    json: {
      error: { code: 'UNAVAILABLE', message: 'The server is being restarted. Try again in a moment.' },
    },
  });
/** Changes the account in the server's replies. */
const profile = (changes: object) => (page: Page) =>
  page.route(path('sellers/profile'), async (route) => {
    const reply = await route.fetch();
    const said = (await reply.json()) as { account: object };
    await route.fulfill({ json: { ...said, ...changes, account: { ...said.account, ...changes } } });
  });

/** Changes the outlets that trade in the server's replies. */
export const tradingOutlets = (changes: object) => async (page: Page) => {
  const given = (outlet: { tradingSession: unknown }) =>
    outlet.tradingSession ? { ...outlet, ...changes } : outlet;
  await page.route(/\/api\/sellers\/outlets(\/[^/]+)?$/, async (route) => {
    const reply = await route.fetch();
    const said = (await reply.json()) as { tradingSession: unknown } | { tradingSession: unknown }[];
    await route.fulfill({ json: Array.isArray(said) ? said.map(given) : given(said) });
  });
};
export const minutesAway = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const paused = tradingOutlets({
  ordering: {
    state: 'paused',
    by: 'person',
    since: minutesAway(-3),
    until: minutesAway(17),
    reason: 'The fryer has broken; drinks only at the bar.',
    screenName: 'Till by the garden door',
  },
});
const unattended = tradingOutlets({
  ordering: { state: 'unattended', by: 'unattended', since: minutesAway(-3) },
});

/** A list's loading, empty and failed states. */
const statesOf = (name: string, at: string, glob: string, empty: unknown = []): Screen[] => [
  { name: `${name}-loading`, at, answers: silence(glob) },
  { name: `${name}-empty`, at, answers: answer(glob, empty) },
  { name: `${name}-error`, at, answers: failure(glob) },
];

const saysText = (text: string) => (page: Page) => page.getByText(text).first().waitFor();

/** Neither the socket nor the list gets through. */
async function cutOff(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, () => undefined);
  await page.route(path('sellers/outlets/*/orders'), (route) => route.abort());
}

/** Orders that alerted nobody, and screens that do not hear. */
function unheard(ferry: string, cafe: string) {
  const since = new Date().toISOString();
  const at = { outletId: ferry, outletName: 'The Old Ferry', since };
  return {
    orders: [
      { id: 'o1', orderNumber: 41, tableNumber: '12', ...at },
      { id: 'o2', orderNumber: 42, tableNumber: null, ...at },
    ],
    outlets: [{ id: cafe, name: 'Ferry Café', since }],
    screens: [
      { ...at, screenId: 's1', screenName: 'Till on BAR-PC', why: 'no-loudspeaker' },
      {
        ...at,
        screenId: 's2',
        screenName: 'Chrome on the kitchen’s old Android tablet by the door',
        why: 'needs-press',
      },
      { ...at, screenId: 's3', screenName: 'Safari on iPad', why: 'signed-out' },
    ],
  };
}

const booksOf = (ferry: string, sessionId: string) => {
  const at = minutesAway(-3 * 24 * 60);
  const order = {
    id: 'o1',
    orderNumber: 14,
    outletId: ferry,
    outletName: 'The Old Ferry',
    tradingSessionId: sessionId,
  };
  const elsewhere = {
    ...order,
    orderNumber: 1_204,
    outletName: 'The Worshipful Company of Wherrymen & Lightermen’s Tap Room at Bankside (upstairs)',
  };
  const payout = { id: 'po_1', madeAt: at, arrivesAt: minutesAway(2_000), amount: 41_236, failure: null };
  const parts = { orders: 31, taken: 45_120, fees: -1_534, refunds: -1_150, disputes: -1_200, other: 0 };
  return {
    payouts: {
      readAt: minutesAway(-30),
      failure: null,
      inTransit: 41_236,
      payouts: [
        { ...payout, state: 'in-transit', parts },
        {
          ...payout,
          id: 'po_2',
          amount: 38_512,
          state: 'paid',
          parts: { ...parts, disputes: 0, taken: 41_196 },
        },
        {
          ...payout,
          id: 'po_3',
          amount: 12_345_678,
          state: 'failed',
          failure:
            'The bank account has been closed, or the account number that was given does not belong to the holder’s name.',
          parts: null,
        },
      ],
      unexplained: {
        amount: -199,
        differences: [
          { id: 'd1', cause: 'not-at-bank', amount: -199, at, booked: false, order },
          { id: 'd2', cause: 'foreign-card', amount: -35, at, booked: true, order: elsewhere },
          { id: 'd5', cause: 'refund-failed', amount: 123_456, at, booked: true, order: elsewhere },
          { id: 'd3', cause: 'dispute', amount: -3_200, at, booked: true, order },
          { id: 'd4', cause: 'other', amount: -250, at, booked: true, order: null },
        ],
      },
    },
    payout: {
      payout: { ...payout, state: 'in-transit', parts },
      lines: [
        { id: 'l1', kind: 'payment', at, amount: 1_500, fees: 48, net: 1_452, order },
        { id: 'l4', kind: 'refund-failed', at, amount: 123_456, fees: 0, net: 123_456, order: elsewhere },
        { id: 'l2', kind: 'refund', at, amount: -300, fees: 0, net: -300, order },
        { id: 'l3', kind: 'other', at, amount: -250, fees: 0, net: -250, order: null },
      ],
    },
    disputes: [
      {
        id: 'du_1',
        amount: 1_200,
        state: 'needs-response',
        reason: 'fraudulent',
        openedAt: at,
        evidenceDueAt: minutesAway(9_000),
        order,
      },
      {
        id: 'du_2',
        amount: 123_456,
        state: 'needs-response',
        reason: 'product_not_received',
        openedAt: at,
        evidenceDueAt: null,
        order: elsewhere,
      },
    ],
  };
};
/** The bank's books, as a server that reads them shows them. */
const withBooks = (ferry: string, sessionId: string) => async (page: Page) => {
  const { payouts, payout, disputes } = booksOf(ferry, sessionId);
  await answer('sellers/payouts', payouts)(page);
  await answer('sellers/payouts/*', payout)(page);
  await answer('sellers/disputes', { disputes })(page);
};

/** A finished session after which money was taken, refunded and came back, and its report with what moved of others. */
const withLaterMoney = (sessionId: string) => async (page: Page) => {
  const later = (days: number) => minutesAway(days * 24 * 60);
  const [one, other] = [
    { orderId: 'x', orderNumber: 3 },
    { orderId: 'y', orderNumber: 104 },
  ];
  const reason =
    'Came back the next day with the whole party, and none of the six had been served what they ordered';
  await page.route(path(`sellers/outlets/trading-sessions/${sessionId}`), async (route) => {
    const reply = await route.fetch();
    const said = (await reply.json()) as { orders: { payment: object }[] };
    const refund = { id: 'r1', amount: 1_250, createdAt: later(-3), reason: 'Cold' };
    const orders = said.orders.map((order) => ({
      ...order,
      payment: { ...order.payment, cameBack: [{ ...refund, cameBackAt: later(-1) }] },
    }));
    const since = {
      adjustments: [{ ...other, id: 'r2', amount: 123_456, createdAt: later(-2), reason }],
      takenLater: [{ ...other, amount: 123_456, createdAt: later(-2.5) }],
      cameBack: [{ ...one, ...refund, cameBackAt: later(-1), madeAfterFinish: true }],
    };
    await route.fulfill({ json: { ...said, ...since, orders } });
  });
  await page.route(path(`sellers/outlets/trading-sessions/${sessionId}/report`), async (route) => {
    const { report, hash } = (await (await route.fetch()).json()) as {
      report: { session: { sold: { gross: number }[] } };
      hash: string;
    };
    const gross = report.session.sold[0]?.gross ?? 0;
    const sold = [20, 5, 0, null].map((rate) => ({ rate, gross, vat: Math.round(gross / 7) }));
    const figures = { ...report.session, sold, returned: sold.slice(0, 2), refunded: 2 * gross };
    const ofRefund = { ...figures, taken: 0, refunded: 1_250 };
    const lines = [
      { at: later(-1), kind: 'refund', count: 1, orderNumber: 1_204, figures: ofRefund },
      {
        at: later(-1),
        kind: 'refund-failed',
        count: 1,
        orderNumber: 7,
        figures: { ...ofRefund, refunded: -1_250 },
      },
      {
        at: later(-1),
        kind: 'fees',
        count: 214,
        orderNumber: null,
        figures: { ...figures, taken: 0, refunded: 0 },
      },
    ];
    const total = { ...figures, others: { dispute: 3_200, other: 199 } };
    const missing = { afterwards: true, atRisk: 1_240, lost: 123_456 };
    const notServed = [{ what: 'refused', why: reason, count: 3, amount: 12_345 }];
    await route.fulfill({
      json: { report: { ...report, session: figures, later: lines, total, notServed, ...missing }, hash },
    });
  });
};

export const openOrder = (page: Page) => page.locator('[data-opens-order]').nth(1).click();
/** An order of a past session, opened. */
const openHistory = async (page: Page, of = /Closed/) =>
  page.locator('li > details').filter({ hasText: of }).first().locator('summary').click();

export const openEditor = async (page: Page) => {
  await page.getByRole('link', { name: 'Edit Summer menu' }).click();
  await page.getByRole('heading', { name: 'Categories', exact: true }).waitFor();
};

const openMains = async (page: Page) => {
  await openEditor(page);
  await page.getByRole('link', { name: 'Edit items of Mains' }).click();
};

export const publicScreens: Screen[] = [
  { name: 'home', at: '/' },
  { name: 'pricing', at: '/pricing' },
  { name: 'support', at: '/support' },
  { name: 'onboard', at: '/onboard' },
  { name: 'sign-in', at: '/sign-in' },
  {
    name: 'sign-in-refused',
    at: '/sign-in',
    async prepare(page) {
      await page.getByLabel('E-mail').fill('seller@servery.test');
      await page.getByLabel('Password').fill('not the password');
      await press(page, 'Sign in');
      await page.getByText('Your credentials are not valid').waitFor();
    },
  },
  { name: 'sign-up', at: '/sign-up' },
  {
    name: 'sign-up-refused',
    at: '/sign-up',
    async prepare(page) {
      await page.getByLabel('E-mail').fill('landlady@');
      await press(page, 'Sign Up');
      await page.locator('[aria-invalid]').first().waitFor();
    },
  },
  { name: 'not-found', at: '/nowhere' },
];

export const reviewScreens: Screen[] = [
  { name: 'account-review', at: '/account-review' },
  { name: 'sign-out', at: '/account-review', prepare: (page) => press(page, 'Sign Out') },
];

export const adminScreens: Screen[] = [
  { name: 'admin', at: '/admin' },
  { name: 'admin-sellers', at: '/admin/sellers' },
  {
    name: 'admin-seller',
    at: '/admin/sellers',
    async prepare(page) {
      await page
        .getByRole('link', { name: /View Seller/ })
        .first()
        .click();
      await page.getByText('The Old Ferry').or(page.getByText('No outlets found')).first().waitFor();
    },
  },
  { name: 'admin-outlets', at: '/admin/outlets' },
];

export function sellerScreens({ ferry, cafe, lighterman, sessionId, large, refunded }: Places): Screen[] {
  const outlet = `/outlets/${ferry}`;
  const board = `${outlet}/trading-session`;
  const sessions = `${outlet}/trading-sessions`;
  const session = `${sessions}/${sessionId}`;
  const orders = `sellers/outlets/${ferry}/orders`;
  return [
    { name: 'business', at: '/business' },
    { name: 'outlets', at: '/outlets' },
    ...statesOf('outlets', '/outlets', 'sellers/outlets'),
    { name: 'outlet-profile', at: '/outlets', prepare: (page) => press(page, 'Add an outlet') },
    { name: 'manage', at: `${outlet}/manage` },
    { name: 'manage-catalog', at: `${outlet}/manage`, prepare: (page) => press(page, 'Change catalog') },
    { name: 'manage-profile', at: `${outlet}/manage`, prepare: (page) => press(page, 'Change profile') },
    {
      name: 'table-codes',
      at: `${outlet}/table-codes`,
      async prepare(page) {
        await page.getByLabel('Tables').fill('1-20, Bar, Garden by the river');
        await press(page, 'Show the cards');
        await page.getByRole('article').first().waitFor();
      },
    },
    {
      name: 'table-codes-poster',
      at: `${outlet}/table-codes`,
      async prepare(page) {
        await page.getByLabel('One poster').check();
        await page.getByRole('article').waitFor();
      },
    },
    { name: 'outlet-image', at: `${outlet}/outlet-image` },
    {
      name: 'outlet-image-crop',
      at: `${outlet}/outlet-image`,
      async prepare(page) {
        const picture = { name: 'ferry.png', mimeType: 'image/png', buffer: await page.screenshot() };
        await page.locator('input[type=file]').setInputFiles(picture);
        await button(page, 'Upload').waitFor();
      },
    },
    { name: 'closed', at: `/outlets/${cafe}/trading-session` },
    { name: 'closed-unverified', at: `/outlets/${lighterman}/trading-session` },
    { name: 'board', at: board },
    ...statesOf('board', board, orders),
    { name: 'board-not-connected', at: board, answers: cutOff, prepare: saysText('Not connected') },
    {
      name: 'board-no-loudspeaker',
      at: board,
      answers: (page) =>
        page.addInitScript(() => {
          MediaDevices.prototype.enumerateDevices = async () => [];
        }),
      prepare: saysText('no loudspeaker'),
    },
    { name: 'outlets-unheard', at: '/outlets', answers: answer('sellers/unattended', unheard(ferry, cafe)) },
    {
      name: 'board-pause',
      at: board,
      async prepare(page) {
        await press(page, 'Pause');
        await page.getByText('Other', { exact: true }).click();
        await page.getByLabel('In your words').fill('The fryer has broken; drinks only at the bar.');
      },
    },
    { name: 'board-paused', at: board, answers: paused, prepare: saysText('Paused') },
    { name: 'board-unattended', at: board, answers: unattended, prepare: openOrder },
    { name: 'outlets-paused', at: '/outlets', answers: paused, prepare: saysText('Paused') },
    { name: 'board-order', at: board, prepare: openOrder },
    { name: 'board-large-order', at: `${board}?order=${large}` },
    {
      name: 'board-items',
      pressedPerSize: true,
      at: `${board}?order=${large}`,
      async prepare(page) {
        for (const line of [0, 1, 2])
          await page.locator('[data-line]').getByRole('checkbox').nth(line).check();
      },
    },
    {
      name: 'board-more',
      pressedPerSize: true,
      at: board,
      async prepare(page) {
        await openOrder(page);
        await press(page, 'More');
      },
    },
    {
      name: 'board-cancel',
      pressedPerSize: true,
      at: board,
      async prepare(page) {
        await openOrder(page);
        await press(page, 'More', 'Cancel Order');
      },
    },
    {
      name: 'board-expired',
      at: `${board}?order=${large}`,
      async answers(page) {
        await page.route(path(orders), async (route) => {
          const list = (await (await route.fetch()).json()) as { id: string }[];
          await route.fulfill({ json: list.filter(({ id }) => id !== large) });
        });
        await page.route(path(`sellers/orders/${large}`), async (route) => {
          const order = (await (await route.fetch()).json()) as object;
          await route.fulfill({ json: { ...order, status: 'deliver_expired' } });
        });
      },
    },
    {
      name: 'board-outstanding',
      at: board,
      async prepare(page) {
        await press(page, 'Stop Trading');
        await page.getByRole('dialog').getByRole('button', { name: 'Stop Trading' }).click();
        await page.getByText('You have outstanding orders').waitFor();
      },
    },
    { name: 'board-stop', at: board, prepare: (page) => press(page, 'Stop Trading') },
    { name: 'board-keys', at: board, prepare: (page) => page.keyboard.press('?') },
    {
      name: 'board-refused',
      at: board,
      async prepare(page) {
        await page.route(path('sellers/orders/accept/*'), refuse);
        await press(page, /^Accept order/);
        await page.locator('[role=alert] > div').waitFor();
      },
    },
    { name: 'orders', at: `${outlet}/orders` },
    { name: 'orders-order', at: `${outlet}/orders`, prepare: openOrder },
    { name: 'orders-basic', at: `${outlet}/orders-basic` },
    { name: 'history', at: sessions },
    ...statesOf('history', sessions, `sellers/outlets/${ferry}/trading-sessions`, {
      id: ferry,
      name: 'The Old Ferry',
      tradingSessions: [],
    }),
    { name: 'session', at: session },
    ...statesOf('session', session, `sellers/outlets/trading-sessions/${sessionId}`, {
      outlet: { id: ferry, name: 'The Old Ferry' },
      period: { id: sessionId, startedAt: '2026-11-20T17:00:00Z', finishedAt: '2026-11-20T22:00:00Z' },
      orders: [],
    }),
    { name: 'session-later', at: session, answers: withLaterMoney(sessionId) },
    {
      name: 'session-came-back',
      at: session,
      answers: withLaterMoney(sessionId),
      prepare: (page) => openHistory(page),
    },
    { name: 'session-order', at: session, prepare: (page) => openHistory(page) },
    {
      name: 'session-refunded-twice',
      at: session,
      prepare: (page) => openHistory(page, new RegExp(`#${refunded}(?!\\d)`)),
    },
    {
      name: 'refund',
      at: session,
      async prepare(page) {
        await openHistory(page);
        await press(page, 'Refund');
        await page.getByLabel('Amount to refund').fill('2.50');
        await page.getByRole('checkbox', { name: /^Yes, refund/ }).check();
      },
    },
    {
      name: 'refund-unanswered',
      at: session,
      async prepare(page) {
        await page.route(path('sellers/orders/refund/*'), refuse);
        await openHistory(page);
        await press(page, 'Refund');
        await page.getByLabel('Amount to refund').fill('2.50');
        await page.getByRole('checkbox', { name: /^Yes, refund/ }).check();
        await press(page, 'Partial Refund');
        await button(page, 'Check again').waitFor();
      },
    },
    { name: 'catalogs', at: '/catalogs' },
    { name: 'editor', at: '/catalogs', prepare: openEditor },
    {
      name: 'editor-history',
      at: '/catalogs',
      async prepare(page) {
        await openEditor(page);
        await page.getByRole('button', { name: 'History' }).click();
      },
    },
    {
      name: 'editor-items',
      at: '/catalogs',
      async prepare(page) {
        await openMains(page);
        await page.getByRole('button', { name: 'Modifiers of Ferry burger' }).click();
      },
    },
    {
      name: 'editor-allergens',
      at: '/catalogs',
      async answers(page) {
        // Whatever contains none of the fourteen is not stated yet.
        await page.route(path('sellers/catalogs/*'), async (route) => {
          const reply = await route.fetch();
          const unsaid = (key: string, value: unknown) => (key === 'containsNone' ? undefined : value);
          await route.fulfill({ response: reply, json: JSON.parse(await reply.text(), unsaid) });
        });
      },
      async prepare(page) {
        await openEditor(page);
        await page.getByRole('button', { name: 'State the rest' }).click();
        await page.getByLabel('Contains…').check();
        await page.getByLabel('Nuts', { exact: true }).check();
      },
    },
    // The last of the editor: its open form is restored wherever the editor is opened next.
    {
      name: 'editor-item',
      at: '/catalogs',
      async prepare(page) {
        await openMains(page);
        await page.getByRole('button', { name: 'Edit Ferry burger' }).click();
      },
    },
    ...statesOf('catalogs', '/catalogs', 'sellers/catalogs'),
    { name: 'add-catalog', at: '/catalogs', prepare: (page) => press(page, 'Add a catalog') },
    {
      name: 'payouts',
      at: '/payouts',
      answers: profile({ stripeClientId: 'ca_demo', stripeConnectState: 's' }),
    },
    {
      name: 'payouts-connected',
      at: '/payouts',
      answers: profile({
        stripeClientId: 'ca_demo',
        stripeConnectState: 's',
        stripeConnectId: 'acct_1KqkXYZservery',
      }),
    },
    {
      name: 'payouts-books',
      at: '/payouts',
      async answers(page) {
        await profile({ stripeClientId: 'ca_demo', stripeConnectId: 'acct_1KqkXYZservery' })(page);
        await withBooks(ferry, sessionId)(page);
      },
      async prepare(page) {
        await page
          .getByRole('button', { name: /^Show orders/ })
          .first()
          .click();
        await saysText('Export these orders')(page);
      },
    },
    {
      name: 'home-dispute',
      at: '/business',
      answers: withBooks(ferry, sessionId),
      prepare: saysText('took back'),
    },
    { name: 'catalog-remove', at: '/catalogs', prepare: (page) => press(page, 'Delete Summer menu') },
    { name: 'settings', at: '/settings' },
    { name: 'payouts-loading', at: '/payouts', answers: silence('sellers/profile') },
    { name: 'payouts-error', at: '/payouts', answers: failure('sellers/profile') },
    // The last one: it signs the browser out.
    {
      name: 'sign-in-ended',
      at: board,
      async answers(page) {
        await page.route(path('sellers/refresh-token'), (route) => route.fulfill({ status: 401, json: {} }));
        await page.route(path(orders), (route) => route.fulfill({ status: 401, json: {} }));
      },
      prepare: saysText('are not heard here'),
    },
  ];
}
