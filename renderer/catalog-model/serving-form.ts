import type { Serving } from '#shared/api/catalogs.ts';
import { minutesOf, type Hours, type HoursWindow, type Weekday } from '#shared/base/menu-hours.ts';
import { formatPence } from '#shared/base/money.ts';
import { parsePounds } from '#shared/base/typed-amounts.ts';

/** Hours and a happy hour as they are filled in; what is left out is not chosen, also in a form of an older app. */
export type ServingValues = {
  hours?: HoursWindow[] | undefined;
  happyCost?: string | undefined;
  happyHours?: HoursWindow[] | undefined;
};

/** The most windows that hours may have. */
export const MOST_WINDOWS = 14;

export const firstWindow: HoursWindow = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] satisfies Weekday[],
  from: '12:00',
  to: '15:00',
};

export function servingValues({ hours, happyHour }: Serving): ServingValues {
  return {
    ...(hours && { hours }),
    ...(happyHour && { happyCost: formatPence(happyHour.cost).slice(1), happyHours: happyHour.hours }),
  };
}

export function servingFrom({ hours, happyCost = '', happyHours }: ServingValues): Serving {
  const cost = parsePounds(happyCost);
  return {
    ...(hours && { hours }),
    ...(happyHours && cost !== null && { happyHour: { cost, hours: happyHours } }),
  };
}

/** Validation errors by the fields' names (`hours.0.days`). */
export function servingProblems({
  hours,
  happyCost = '',
  happyHours,
}: ServingValues): Record<string, string> {
  const problems = { ...windowProblems('hours', hours), ...windowProblems('happyHours', happyHours) };
  if (happyHours && parsePounds(happyCost) === null)
    problems['happyCost'] = 'Please give an amount, such as 4.50.';
  return problems;
}

function windowProblems(name: string, windows: Hours = []): Record<string, string> {
  const problems: Record<string, string> = {};
  windows.forEach(({ days, from, to }, index) => {
    if (days.length === 0) problems[`${name}.${index}.days`] = 'Please choose at least one day.';
    if (!isTime(from)) problems[`${name}.${index}.from`] = 'Please give a time.';
    if (!isTime(to)) problems[`${name}.${index}.to`] = 'Please give a time.';
  });
  return problems;
}

const isTime = (typed: string) => /^\d\d:\d\d$/.test(typed) && Number.isFinite(minutesOf(typed));
