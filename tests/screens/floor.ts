import type { Page } from 'playwright';
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
import { pressedScreens } from './presses.ts';
import { menuOf, stationScreens } from './stations.ts';

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

/** Hours, ready times, last portions, and orders of the past. */
export function floorScreens(places: Places): Screen[] {
  const { ferry, sessionId } = places;
  return [
    ...boardScreens(places),
    ...pressedScreens(places),
    ...findScreens(places),
    ...stationScreens(places),
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
      name: 'all-day',
      at,
      prepare: (page) => press(page, 'All day'),
    },
  ];
}

/** What Find finds, opened by its button and by its key. */
function findScreens(places: Places): Screen[] {
  const at = `/outlets/${places.ferry}/trading-session`;
  return [
    { name: 'find', at, prepare: (page) => press(page, 'Find') },
    {
      name: 'find-session',
      at,
      async prepare(page) {
        await press(page, 'Find');
        await page.keyboard.type('ferry 20');
        await page.getByRole('group', { name: 'Sessions' }).waitFor();
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
