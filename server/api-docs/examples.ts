import type { BodyInput, RouteKey } from '#shared/api/contract.ts';
import { pence } from '#shared/base/money.ts';

/** A question that a menu asks. */
export const whichMilk = {
  id: 'milk',
  name: 'Milk',
  kind: 'pickOne' as const,
  note: '',
  list: [
    { name: 'Whole', cost: pence(0) },
    { name: 'Oat', cost: pence(40) },
  ],
};

/** An example body for each call that another program is most likely to make. */
export const examples = {
  'POST /sellers/sign-in': { email: 'seller@example.com', password: 'correct horse battery staple' },
  'POST /sellers/refresh-token': { refreshToken: 'Zk1v…' },
  'POST /sellers/outlets': { name: 'The Old Ferry', city: 'London', serviceTypeSelected: 'table-number' },
  'PUT /sellers/outlets/:outletId/stations': {
    stations: [
      { id: 'kitchen', name: 'Kitchen', categories: ['mains'], fallback: 'bar' },
      { id: 'bar', name: 'Bar', categories: ['drinks'], fallback: null },
    ],
  },
  'POST /sellers/orders/progress/:orderId': { items: ['1', '2'], status: 'ready' },
  'POST /sellers/orders/cancel/:orderId': { reason: 'The kitchen has closed' },
  'PATCH /sellers/catalogs/:catalogId': {
    name: 'Summer menu',
    categories: [
      {
        id: 'drinks',
        name: 'Drinks',
        list: [
          {
            id: 'coffee',
            name: 'Coffee',
            cost: pence(290),
            note: '',
            modifiers: [whichMilk],
          },
        ],
      },
    ],
  },
  'POST /customers/outlets/:outletId/orders': {
    customerName: 'Priya',
    tableNumber: '7',
    note: 'No sugar',
    tip: pence(100),
    items: [{ itemId: 'coffee', quantity: 2, modifications: [{ modifierId: 'milk', option: 'Oat' }] }],
    paymentMethod: 'test_ok',
  },
} satisfies { [K in RouteKey]?: BodyInput<K> };
