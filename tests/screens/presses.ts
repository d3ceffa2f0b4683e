import type { Page } from 'playwright';
import { weekdays } from '#shared/base/menu-hours.ts';
import { alsoWatch, switcher } from '../support/shop/several-outlets.ts';
import { minutesAway, openEditor, path, press, type Places, type Screen } from './list.ts';

type Listed = { id: string; version: number; status: string; itemStatus: { id: string; status: string }[] };

/** Changes one order of the board in the server's list. */
const orderIs = (orderId: string, changed: (order: Listed) => object) => (page: Page) =>
  page.route(path('sellers/outlets/*/orders'), async (route) => {
    const reply = await route.fetch();
    const orders = (await reply.json()) as Listed[];
    const json = orders.map((order) => (order.id === orderId ? { ...order, ...changed(order) } : order));
    await route.fulfill({ response: reply, json });
  });

/** Each line is ready, the note was read, and the first line is for people of 18 and over alone. */
const waitsForAge = ({ version, itemStatus }: Listed) => ({
  version: version + 1,
  status: 'deliver_enroute',
  noteUnread: undefined,
  noteRead: { at: minutesAway(-6), screenName: 'Bar till' },
  ageCheck: { lines: itemStatus.slice(0, 1).map(({ id }) => id), outcome: null, at: null, screenName: null },
  itemStatus: itemStatus.map((line) => ({ ...line, status: 'ready' })),
});

/** The order that is accepted waits, for this page alone. */
async function acceptsHere(page: Page): Promise<void> {
  let orders: Listed[] = [];
  await page.route(path('sellers/outlets/*/orders'), async (route) => {
    const reply = await route.fetch();
    orders = (await reply.json()) as Listed[];
    await route.fulfill({ response: reply, json: orders });
  });
  await page.route(path('sellers/orders/accept/*'), (route) => {
    const order = orders.find(({ id }) => route.request().url().includes(id));
    return route.fulfill({
      json: order && { ...order, status: 'deliver_waiting', version: order.version + 1 },
    });
  });
}

/** The first category is served from noon to ten. */
const withHours = (page: Page) =>
  page.route(path('sellers/catalogs/*'), async (route) => {
    const reply = await route.fetch();
    const catalog = (await reply.json()) as { categories: object[]; latestRevision: object };
    const hours = [{ days: [...weekdays], from: '12:00', to: '22:00' }];
    const categories = catalog.categories.map((one, at) => (at === 0 ? { ...one, hours } : one));
    const latestRevision = { ...catalog.latestRevision, categories };
    await route.fulfill({ response: reply, json: { ...catalog, categories, latestRevision } });
  });

/** What is pressed on an order, on the board of all outlets, and in the preview of a menu with hours. */
export function pressedScreens({ ferry, large }: Places): Screen[] {
  const at = `/outlets/${ferry}/trading-session`;
  return [
    {
      name: 'board-undo',
      pressedPerSize: true,
      at,
      answers: acceptsHere,
      async prepare(page) {
        await press(page, /^Accept order/);
        await page.getByRole('button', { name: /^Undo/ }).first().waitFor();
      },
    },
    {
      name: 'board-note-unread',
      at: `${at}?order=${large}`,
      answers: orderIs(large, ({ version }) => ({ version: version + 1, noteUnread: true })),
      prepare: (page) => page.getByRole('button', { name: 'Tick note as read' }).waitFor(),
    },
    {
      name: 'board-age-check',
      at: `${at}?order=${large}`,
      answers: orderIs(large, waitsForAge),
      prepare: (page) => page.getByRole('button', { name: '18+ refused' }).waitFor(),
    },
    {
      name: 'board-all-outlets',
      at,
      async prepare(page) {
        await alsoWatch(page, 'Ferry Café');
        await switcher(page)
          .getByRole('button', { name: /All outlets/ })
          .click();
        await page.getByRole('heading', { name: 'All outlets' }).waitFor();
      },
    },
    {
      name: 'editor-preview-then',
      at: '/catalogs',
      answers: withHours,
      async prepare(page) {
        await openEditor(page);
        const preview = page.getByRole('complementary', { name: 'On the customer’s phone' });
        await preview.getByLabel('As guests see it').selectOption({ index: 3 });
        await preview.getByLabel('At', { exact: true }).fill('23:30');
      },
    },
  ];
}
