import type { Page } from 'playwright';
import type { PickUp, PickUpOrder } from '#shared/api/pick-up.ts';
import { pickUpPath } from '#shared/base/guest-path.ts';
import { path, type Places, type Screen } from './list.ts';

const names = [
  'Priya',
  'Maximilianalexandrin',
  'Jo',
  'Siobhán',
  'إسماعيل',
  null,
  'Mary-Jane',
  'Wolfeschlegelstein',
];
const orders = (many: number, from: number): PickUpOrder[] =>
  Array.from({ length: many }, (_, at) => ({ number: from + at, name: names[at % names.length] ?? null }));
const outlet: PickUp['outlet'] = { name: 'The Old Ferry', availability: 'open' };
const more = { making: 0, ready: 0 };

/** The server has these, and no stream of events. */
const has = (pickUp: PickUp) => async (page: Page) => {
  await page.route(path('customers/outlets/*/pick-up/events'), (route) => route.fulfill({ status: 502 }));
  await page.route(path('customers/outlets/*/pick-up'), (route) => route.fulfill({ json: pickUp }));
};
const sees = (text: string) => (page: Page) => page.getByText(text).first().waitFor();

export function pickUpScreens({ ferry }: Places): Screen[] {
  const at = pickUpPath(ferry);
  return [
    {
      name: 'pick-up',
      at,
      answers: has({ outlet, making: orders(9, 131), ready: orders(3, 127), more }),
      prepare: sees('131'),
    },
    {
      name: 'pick-up-forty',
      at,
      answers: has({ outlet, making: orders(24, 1_217), ready: orders(16, 1_201), more }),
      prepare: sees('1217'),
    },
    {
      name: 'pick-up-empty',
      at,
      answers: has({ outlet, making: [], ready: [], more }),
      prepare: sees('Order from'),
    },
    {
      name: 'pick-up-not-connected',
      at,
      answers: (page) => page.route(path('customers/**'), (route) => route.abort()),
      prepare: sees('No connection since'),
    },
  ];
}
