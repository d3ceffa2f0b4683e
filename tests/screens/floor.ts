import type { Page } from 'playwright';
import type { Category } from '#shared/api/catalogs.ts';
import { weekdays } from '#shared/base/menu-hours.ts';
import {
  answer,
  minutesAway,
  openEditor,
  openOrder,
  path,
  press,
  tradingOutlets,
  type Places,
  type Screen,
} from './list.ts';

/** The menu that the outlet sells, from the server that the pictures are of. */
async function menuOf(page: Page, outletId: string): Promise<Category[]> {
  const reply = await page.request.get(`/api/customers/outlets/${outletId}/menu`);
  return ((await reply.json()) as { catalog: { categories: Category[] } }).catalog.categories;
}

/** Kitchen and bar, whose lines are those of the menu's drinks. */
const withStations = (outletId: string) => async (page: Page) => {
  const categories = await menuOf(page, outletId);
  const isDrink = ({ name }: Category) => /drink|coffee|wine|beer/i.test(name);
  const ids = (drinks: boolean) => categories.filter((one) => isDrink(one) === drinks).map(({ id }) => id);
  const list = [
    { id: 'kitchen', name: 'Kitchen', categories: ids(false), fallback: null },
    { id: 'bar', name: 'Bar on the terrace by the river', categories: ids(true), fallback: null },
  ];
  await tradingOutlets({ stations: { version: 1, list } })(page);
};

/** The server says that the kitchen is silent, so that its lines are on the bar. */
const kitchenIsSilent = (outletId: string) => async (page: Page) => {
  await withStations(outletId)(page);
  const lapse = { stationId: 'kitchen', why: 'silent', prints: false, since: minutesAway(-3) };
  const said = `"lapses":${JSON.stringify({ [outletId]: [lapse] })}`;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) =>
      socket.send(typeof text === 'string' ? text.replace(/"lapses":\{[^}]*\}/, said) : text),
    );
  });
};

const lapseIsShown = (page: Page) => page.getByText('Kitchen is not answering').waitFor();

/** Lifts a category and holds it over the bar; on a phone its own list says its station. */
async function dragToTheBar(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Stations' });
  const [from, onto] = [
    dialog.getByRole('region', { name: 'Made at Kitchen' }).getByRole('button').last(),
    dialog.getByRole('region', { name: 'Made at Bar' }).getByRole('list'),
  ];
  if (!(await dialog.getByRole('region', { name: 'Made at Bar' }).isVisible())) return;
  await onto.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await onto.boundingBox()];
  if (!start || !end) throw new Error('The categories cannot be seen.');
  await page.mouse.move(start.x + 20, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 30, start.y + start.height / 2);
  await page.mouse.move(end.x + 40, end.y + end.height / 2, { steps: 8 });
}

/** Hours that end in so many minutes, by the clocks of the outlet. */
function hoursUntil(minutes: number) {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' });
  const at = (away: number) => clock.format(new Date(minutesAway(away)));
  return [{ days: [...weekdays], from: at(minutes - 300), to: at(minutes) }];
}

/** The outlet promises ready times, and has promised one for each accepted order. */
async function withReadyTimes(page: Page): Promise<void> {
  await tradingOutlets({ promisesReadyTime: true })(page);
  await page.route(path('sellers/outlets/*/orders'), async (route) => {
    const reply = await route.fetch();
    const orders = (await reply.json()) as { status: string }[];
    const promises = [{ readyBy: minutesAway(4), at: minutesAway(-9), by: 'screen', screenName: null }];
    const promised = orders.map((order) =>
      order.status === 'deliver_pending' ? order : { ...order, promises },
    );
    await route.fulfill({ response: reply, json: promised });
  });
}

const fewLeft = (outletId: string) => async (page: Page) => {
  const items = (await menuOf(page, outletId)).flatMap(({ list }) => list);
  const portions = items.slice(0, 6).map(({ id: itemId }, n) => ({ itemId, left: n * 4 }));
  await answer(`sellers/outlets/${outletId}/portions`, { portions })(page);
};

const foundOrders = ({ ferry, cafe, sessionId }: Places) => {
  const order = { tradingSessionId: sessionId, status: 'complete', amount: 6_240 };
  const items = [
    { name: 'Ferry burger', quantity: 2 },
    { name: 'Triple-cooked chips', quantity: 1 },
  ];
  return answer('sellers/orders?*', {
    items: [
      {
        ...order,
        id: 'f1',
        outletId: ferry,
        orderNumber: 112,
        tableNumber: '7',
        customerName: 'Grace Hopper',
        items,
        createdAt: minutesAway(-3_000),
      },
      {
        ...order,
        id: 'f2',
        outletId: cafe,
        orderNumber: 3,
        tableNumber: null,
        customerName: 'Gracelyn Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh',
        items,
        createdAt: minutesAway(-600_000),
      },
    ],
    nextCursor: null,
  });
};

/** Stations, hours, ready times, last portions, and orders of the past. */
export function floorScreens(places: Places): Screen[] {
  const { ferry, sessionId } = places;
  return [
    ...boardScreens(places),
    {
      name: 'outlet-stations',
      at: `/outlets/${ferry}/manage`,
      prepare: (page) => press(page, 'Change stations'),
    },
    {
      name: 'outlet-stations-dragged',
      pressedPerSize: true,
      at: `/outlets/${ferry}/manage`,
      async prepare(page) {
        await press(page, 'Change stations');
        await page.getByRole('button', { name: 'Add a station' }).waitFor();
        await dragToTheBar(page);
      },
    },
    {
      name: 'session-ready-times',
      at: `/outlets/${ferry}/trading-sessions/${sessionId}`,
      prepare: (page) =>
        page.getByRole('region', { name: 'Ready times', exact: true }).scrollIntoViewIfNeeded(),
    },
    {
      name: 'editor-hours',
      at: '/catalogs',
      async prepare(page) {
        await openEditor(page);
        await press(page, 'Edit Mains');
        await page.getByLabel('Served within hours only').check();
        await page.getByLabel('Happy hour', { exact: true }).check();
      },
    },
  ];
}

function boardScreens(places: Places): Screen[] {
  const { ferry } = places;
  const at = `/outlets/${ferry}/trading-session`;
  const categories = [{ name: 'Mains', hours: hoursUntil(12) }];
  return [
    {
      name: 'board-station',
      at,
      answers: withStations(ferry),
      async prepare(page) {
        await page.getByRole('combobox', { name: 'Station', exact: true }).selectOption('Kitchen');
        await openOrder(page);
      },
    },
    {
      name: 'board-lapse',
      at,
      answers: kitchenIsSilent(ferry),
      async prepare(page) {
        await page.getByRole('combobox', { name: 'Station', exact: true }).selectOption('All stations');
        await lapseIsShown(page);
        await openOrder(page);
      },
    },
    {
      name: 'board-lapse-fallback',
      at,
      answers: kitchenIsSilent(ferry),
      async prepare(page) {
        await page
          .getByRole('combobox', { name: 'Station', exact: true })
          .selectOption('Bar on the terrace by the river');
        await lapseIsShown(page);
      },
    },
    { name: 'board-ready-times', at, answers: withReadyTimes },
    {
      name: 'board-last-orders',
      at,
      answers: tradingOutlets({ menuHours: { categories, always: true } }),
    },
    {
      name: 'portions',
      pressedPerSize: true,
      at,
      answers: fewLeft(ferry),
      async prepare(page) {
        await openOrder(page);
        await page
          .getByRole('button', { name: /^Sold out: / })
          .first()
          .click();
        await page.getByRole('button', { name: '5 left', exact: true }).waitFor();
      },
    },
    {
      name: 'left-to-sell',
      pressedPerSize: true,
      at,
      answers: fewLeft(ferry),
      async prepare(page) {
        await press(page, 'All day');
        await page.getByRole('region', { name: 'Left to sell' }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'find-other-orders',
      at,
      answers: foundOrders(places),
      async prepare(page) {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('grac');
        await page.getByRole('group', { name: 'Other orders' }).waitFor();
      },
    },
  ];
}
