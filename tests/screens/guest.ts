import type { Page } from 'playwright';
import type { FollowedOrder, GuestMenu } from '#shared/api/guest-pages.ts';
import { guestPath } from '#shared/base/guest-path.ts';
import { minutesAway, path, press, type Places, type Screen } from './list.ts';

const dearer = 'A price has just changed: all of it is £1,025.50 now. Please look at it again.';

/** A guest's phone is what these are drawn for; the other sizes are a tablet on the table, and a laptop. */
export function guestScreens({ ferry }: Places): Screen[] {
  const at = guestPath(ferry);
  return [...menuScreens(at), ...payScreens(at), ...orderScreens(at)];
}

function menuScreens(at: string): Screen[] {
  return [
    { name: 'guest-menu', at },
    {
      name: 'guest-menu-without',
      at,
      async prepare(page) {
        await page.getByText('Without…').click();
        await page.getByRole('checkbox', { name: 'Milk' }).check();
        await page.getByRole('checkbox', { name: 'Gluten' }).check();
      },
    },
    {
      name: 'guest-menu-none-found',
      at,
      prepare: (page) => page.getByLabel('Search the menu').fill('unicorn'),
    },
    { name: 'guest-item', at, prepare: choose },
    { name: 'guest-basket', at, prepare: openBasket },
    {
      name: 'guest-paused',
      at,
      answers: (page) =>
        menu(page, {
          ordering: {
            state: 'paused',
            until: minutesAway(17),
            message: 'The fryer has broken; drinks only at the bar.',
          },
        }),
      prepare: (page) => page.getByText(/No orders are taken/).waitFor(),
    },
  ];
}

function payScreens(at: string): Screen[] {
  return [
    { name: 'guest-pay', at, prepare: toPay },
    {
      name: 'guest-pay-missing',
      at,
      async prepare(page) {
        await toPay(page);
        await press(page, /^Pay £/);
      },
    },
    {
      name: 'guest-pay-declined',
      at,
      async prepare(page) {
        await sayWho(page);
        await page.getByRole('radio', { name: 'A test card that is declined' }).check();
        await press(page, /^Pay £/);
        await page.getByText('Your card was declined').waitFor();
      },
    },
    {
      name: 'guest-pay-dearer',
      at,
      answers: (page) =>
        page.route(path('customers/outlets/*/orders?*'), (route) =>
          route.fulfill({ status: 409, json: { error: { code: 'PRICES_CHANGED', message: dearer } } }),
        ),
      async prepare(page) {
        await sayWho(page);
        await press(page, /^Pay £/);
        await page.getByText(dearer).waitFor();
      },
    },
    {
      name: 'guest-pay-unknown',
      at,
      answers: (page) => page.route(path('customers/outlets/*/orders?*'), (route) => route.abort()),
      async prepare(page) {
        await sayWho(page);
        await press(page, /^Pay £/);
        await page.getByText('No answer yet').waitFor();
      },
    },
    { name: 'guest-pay-empty', at: `${at}/pay` },
  ];
}

function orderScreens(at: string): Screen[] {
  return [
    { name: 'guest-order-sent', at, answers: mayNotify, prepare: paid },
    {
      name: 'guest-order-notifies',
      at,
      answers: mayNotify,
      async prepare(page) {
        await paid(page);
        await press(page, 'Notify me when it is ready');
        await page.getByText('You get a notification').waitFor();
      },
    },
    order('guest-order-accepted', at, (line) => ({
      status: 'deliver_working',
      itemStatus: line('working'),
      readyTime: { readyBy: minutesAway(18), movedFrom: minutesAway(9), readyAt: null },
    })),
    order('guest-order-ready', at, (line) => ({ status: 'deliver_working', itemStatus: line('ready') })),
    order('guest-order-cancelled', at, (line) => ({
      status: 'deliver_decline',
      itemStatus: line('waiting'),
      message:
        'We are very sorry: the last burger went out a minute before your order came in. Your money is on its way back.',
    })),
  ];
}

async function choose(page: Page): Promise<void> {
  await press(page, /^Choose /);
  await page.getByRole('dialog').waitFor();
}

async function openBasket(page: Page): Promise<void> {
  for (const at of [0, 1, 2]) await page.getByRole('button', { name: /^Add / }).nth(at).click();
  await press(page, /^Basket/);
}

async function toPay(page: Page): Promise<void> {
  await openBasket(page);
  await goToPay(page);
}

async function goToPay(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Go to pay' }).click();
  await page.getByRole('heading', { name: 'Pay', level: 1 }).waitFor();
}

type Who = { name: string; table: string };

async function sayWho(page: Page): Promise<void> {
  await toPay(page);
  await fillIn(page, { name: 'Maximiliane Wolfeschlegelstein', table: 'Terrace 14' });
}

async function fillIn(page: Page, { name, table }: Who): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Your table’s number').fill(table);
}

async function paid(page: Page): Promise<void> {
  await sayWho(page);
  await pay(page);
}

async function pay(page: Page): Promise<void> {
  await press(page, /^Pay £/);
  await page.getByRole('region', { name: 'What you ordered' }).waitFor();
}

/** From the menu to an order that was sent. */
export async function orderAsGuest(page: Page, { dishes, ...who }: Who & { dishes: string[] }) {
  await press(page, ...dishes.map((dish) => `Add ${dish}`), /^Basket/);
  await goToPay(page);
  await fillIn(page, who);
  await pay(page);
}

/** As if a push service had taken the guest's phone. */
async function mayNotify(page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(() => {
    const subscription = { toJSON: () => ({ endpoint: 'https://push.example/1', keys: {} }) };
    const registration = { pushManager: { subscribe: async () => subscription } };
    const serviceWorker = { register: async () => registration, ready: Promise.resolve(registration) };
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker });
  });
  await page.route(path('customers/orders/*/notifications?*'), (route) =>
    route.fulfill({ status: 201, json: { id: '1' } }),
  );
}

type Lines = FollowedOrder['itemStatus'];
type Line = Lines[number];

/** The order that was paid for, as the server says that it stands now. */
function order(
  name: string,
  at: string,
  change: (all: (status: Line['status']) => Lines) => Partial<FollowedOrder>,
): Screen {
  return {
    name,
    at,
    async answers(page) {
      await page.route(path('customers/orders/*/events?*'), (route) => route.fulfill({ status: 502 }));
      await page.route(path('customers/orders/*?*'), async (route) => {
        const stands = (await (await route.fetch()).json()) as FollowedOrder;
        const all = (status: Line['status']) => stands.itemStatus.map((line) => ({ ...line, status }));
        await route.fulfill({ json: { ...stands, ...change(all) } });
      });
    },
    prepare: paid,
  };
}

/** The menu as it is, but for this. */
async function menu(page: Page, change: Partial<GuestMenu>): Promise<void> {
  const state = { version: 'changed', availability: 'open', ...change };
  await page.route(path('customers/outlets/*/events'), (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `id: 1\ndata: ${JSON.stringify(state)}\n\n` }),
  );
  await page.route(path('customers/outlets/*/menu'), async (route) => {
    const stands = (await (await route.fetch()).json()) as GuestMenu;
    await route.fulfill({ json: { ...stands, ...change } });
  });
}
