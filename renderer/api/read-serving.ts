import type { Serving } from '#shared/api/catalogs.ts';
import { weekdays, type Hours } from '#shared/base/menu-hours.ts';
import { record, text, type LooseJson } from '#shared/base/loose-json.ts';
import { servingOf } from '#shared/catalogs/served.ts';
import { amount, list, wholeOrNull } from './loose-values.ts';

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
