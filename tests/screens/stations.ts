import type { Page } from 'playwright';
import type { Category } from '#shared/api/catalogs.ts';
import { minutesAway, openOrder, press, tradingOutlets, type Places, type Screen } from './list.ts';

/** The menu that the outlet sells, from the server that the pictures are of. */
export async function menuOf(page: Page, outletId: string): Promise<Category[]> {
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

/** Lifts a category and holds it over the bar; on a phone its own list says its station. */
async function dragToTheBar(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Stations' });
  const bar = dialog.locator('section', { hasText: 'Bar' }).last();
  await bar.waitFor({ state: 'attached' });
  if (!(await bar.isVisible())) return;
  const from = dialog.getByRole('region', { name: 'Made at Kitchen' }).getByRole('button').first();
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await bar.boundingBox()];
  if (!start || !end) throw new Error('The categories cannot be seen.');
  await page.mouse.move(start.x + 20, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 30, start.y + start.height / 2);
  await page.mouse.move(end.x + 40, start.y + 1.5 * start.height, { steps: 8 });
}

const choose = (page: Page, station: string) =>
  page.getByRole('combobox', { name: 'Station', exact: true }).selectOption(station);

async function openOrderAt(page: Page, station: string): Promise<void> {
  await choose(page, station);
  await openOrder(page);
}

/** What the station's board says while the kitchen is silent. */
async function showLapse(page: Page, station: string): Promise<void> {
  await choose(page, station);
  await page.getByText('Kitchen is not answering').waitFor();
}

/** What is made where, what is handed over, and what was seen at which station. */
export function stationScreens({ ferry }: Places): Screen[] {
  const manage = `/outlets/${ferry}/manage`;
  const at = `/outlets/${ferry}/trading-session`;
  const whileSilent = { at, answers: kitchenIsSilent(ferry) };
  return [
    {
      name: 'outlet-stations',
      at: manage,
      prepare: (page) => press(page, 'Change stations'),
    },
    {
      name: 'outlet-stations-dragged',
      pressedPerSize: true,
      at: manage,
      async prepare(page) {
        await press(page, 'Change stations');
        await dragToTheBar(page);
      },
    },
    {
      name: 'board-station',
      at,
      answers: withStations(ferry),
      prepare: (page) => openOrderAt(page, 'Kitchen'),
    },
    {
      name: 'board-station-timeline',
      pressedPerSize: true,
      at,
      async prepare(page) {
        await openOrder(page);
        const timeline = page.getByRole('list', { name: 'Timeline by station' });
        await timeline.getByText('opened').first().waitFor();
        await timeline.scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'board-lapse',
      ...whileSilent,
      async prepare(page) {
        await showLapse(page, 'All stations');
        await openOrder(page);
      },
    },
    {
      name: 'board-lapse-fallback',
      ...whileSilent,
      prepare: (page) => showLapse(page, 'Bar on the terrace by the river'),
    },
  ];
}
