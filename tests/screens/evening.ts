import type { Category } from '#shared/api/catalogs.ts';
import { line, type Basket } from '../support/shop/platform.ts';

/** What is ordered on the evening that the public pictures show: as much on each card as fits there. */
export const evening = (menu: Category[]): Basket[] => {
  const table = (
    tableNumber: string,
    customerName: string,
    lines: [name: string, quantity: number][],
    more: Basket = {},
  ): Basket => ({
    tableNumber,
    customerName,
    items: lines.map(([name, quantity]) => line(menu, name, quantity)),
    ...more,
  });
  return [
    table('4', 'Hannah', [
      ['Sticky toffee pudding', 2],
      ['Pot of tea', 2],
    ]),
    table('12', 'Jon', [
      ['Ferry burger', 2],
      ['Harbour pale, pint', 2],
    ]),
    table('9', 'Marta', [
      ['Beer-battered haddock', 2],
      ['House white', 1],
    ]),
    table(
      '2',
      'Tom',
      [
        ['Moules frites', 1],
        ['Pie of the day', 1],
      ],
      { tip: 400 },
    ),
    table('17', 'Grace', [
      ['Chocolate brownie', 2],
      ['Flat white', 2],
    ]),
    table('21', 'Zoë', [
      ['Padrón peppers', 1],
      ['Elderflower spritz', 2],
    ]),
    table('6', 'Li Wei', [['Slow-roast pork belly', 2]], { note: 'Could we have the drinks first?' }),
    table('15', 'Ada', [
      ['Crispy squid', 1],
      ['Superfood salad', 1],
    ]),
    table('3', 'Sam', [
      ['Buttermilk chicken', 1],
      ['Lager, pint', 2],
    ]),
    table('8', 'Ines', [
      ['Fish fingers', 1],
      ['Apple juice', 2],
    ]),
  ];
};

/** Where it is seven in the evening now. */
export function eveningZone(now: Date): string {
  const ahead = ((19 - now.getUTCHours() + 36) % 24) - 12;
  // The names of these zones count westwards.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
