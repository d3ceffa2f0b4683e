import type { Category, Item } from '#shared/api/catalogs.ts';
import { weekdays, type Hours, type Weekday } from '#shared/base/menu-hours.ts';
import { pence } from '#shared/base/money.ts';

const dish = (id: string, cost: number, more: Partial<Item> = {}): Item => ({
  id,
  name: id,
  cost: pence(cost),
  note: '',
  modifiers: [],
  ...more,
});
const on = (days: readonly Weekday[], from: string, to: string) => ({ days: [...days], from, to });
const workdays = weekdays.slice(0, 5);
const weekend = weekdays.slice(5);

const breakfast: Hours = [on(workdays, '07:00', '11:00'), on(weekend, '08:00', '12:30')];
const kitchen: Hours = [on(weekdays, '12:00', '15:00'), on(weekdays, '17:30', '21:15')];
/** Across midnight; on Saturdays through the hour in which the clocks change, and to a time that it leaves out. */
const late: Hours = [on(['fri'], '22:00', '02:00'), on(['sat'], '21:30', '01:30')];
const happy: Hours = [on(workdays, '17:00', '18:30'), on(['sun'], '00:30', '03:00')];

/** A pub's menu with every kind of hours: an evening across midnight, two windows a day, a whole day, a happy hour. */
export const menuWithHours: Category[] = [
  {
    id: 'breakfast',
    name: 'Breakfast',
    hours: breakfast,
    list: [dish('Full English', 950), dish('Porridge', 450)],
  },
  {
    id: 'mains',
    name: 'Mains',
    hours: kitchen,
    list: [dish('Pie', 1_400), dish('Roast', 1_900, { hours: [on(['sun'], '00:00', '00:00')] })],
  },
  {
    id: 'beer',
    name: 'Beer',
    happyHour: { cost: pence(400), hours: happy },
    list: [
      dish('Bitter', 520),
      dish('Half', 280),
      dish('Stout', 610, { happyHour: { cost: pence(450), hours: [on(['wed'], '12:00', '23:45')] } }),
    ],
  },
  {
    id: 'cocktails',
    name: 'Cocktails',
    list: [dish('Spritz', 900, { hours: late }), dish('Sour', 950, { hours: late })],
  },
  { id: 'soft', name: 'Soft drinks', list: [dish('Lemonade', 250)] },
];
