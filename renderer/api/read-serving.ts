import type { Serving } from '#shared/api/catalogs.ts';
import { weekdays, type Hours } from '#shared/base/menu-hours.ts';
import { record, text, type LooseJson } from '#shared/base/loose-json.ts';
import { servingOf } from '#shared/catalogs/served.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { amount, list, timeOrNull, wholeOrNull } from './loose-values.ts';

/** Only what is set and understood whole: half of the hours would be other hours. */
export function readServing(json: LooseJson): Serving {
  const happy = record(json['happyHour']);
  const hours = readHours(happy['hours']);
  return servingOf({
    hours: readHours(json['hours']),
    ...(hours &&
      wholeOrNull(happy['cost']) !== null && { happyHour: { cost: amount(happy['cost']), hours } }),
  });
}

/** What says when last orders are; nothing of it that is not understood. */
export function readLastOrders(json: LooseJson): Pick<Outlet, 'menuHours' | 'putOff'> {
  const said = record(json['menuHours']);
  const categories = list(said['categories']).flatMap((value) => {
    const category = record(value);
    const hours = readHours(category['hours']);
    const items = list(category['items']).flatMap((own) => {
      const read = readHours(own);
      return read ? [read] : [];
    });
    const limits = { ...(hours && { hours }), ...(items.length > 0 && { items }) };
    return hours || items.length > 0 ? [{ name: text(category['name']), ...limits }] : [];
  });
  const putOff = list(json['putOff']).flatMap((value) => {
    const [at, until] = [timeOrNull(record(value)['at']), timeOrNull(record(value)['until'])];
    return at !== null && until !== null ? [{ at, until }] : [];
  });
  return {
    ...(categories.length > 0 && {
      menuHours: {
        categories,
        always: said['always'] === true || categories.length < list(said['categories']).length,
      },
    }),
    ...(putOff.length > 0 && { putOff }),
  };
}

function readHours(value: unknown): Hours | undefined {
  const windows = list(value).map(record);
  const read = windows.flatMap(({ days, from, to }) => {
    const named = weekdays.filter((day) => list(days).includes(day));
    const known = named.length > 0 && named.length === new Set(list(days)).size;
    return known && isClock(from) && isClock(to) ? [{ days: named, from: text(from), to: text(to) }] : [];
  });
  return read.length > 0 && read.length === windows.length ? read : undefined;
}

const isClock = (value: unknown): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text(value));
