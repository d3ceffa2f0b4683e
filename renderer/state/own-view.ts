import { record } from '#shared/base/loose-json.ts';
import { forgetStored, readStored, writeStored } from '../platform/stored-json.ts';
import { storedInTab } from '../platform/stored.ts';
import type { View } from './view-slice.ts';

/** What of the view belongs to one screen: each tab of a browser is one, and shows what was chosen on it. */
export type OwnView = Pick<View, 'together' | 'stations'>;

const KEY = 'ownView';

/** The view with its own part replaced, also where `own` leaves something out. */
export function withOwn({ density, newestFirst }: View, own: OwnView): View {
  const { together, stations } = own;
  return {
    density,
    newestFirst,
    ...(together !== undefined && { together }),
    ...(stations !== undefined && { stations }),
  };
}

export const sameOwn = (one: OwnView, other: OwnView): boolean =>
  one.together === other.together && one.stations === other.stations;

/** What this tab showed before its page was loaded again; null if that was somebody else's, or it is new. */
export function readOwn(accountId: string): OwnView | null {
  const kept = readStored(KEY, readKept, storedInTab);
  return kept?.accountId === accountId ? kept : null;
}

export function keepOwn(accountId: string, { together, stations }: OwnView): void {
  writeStored(KEY, { accountId, together, stations }, storedInTab);
}

export function forgetOwn(): void {
  forgetStored(KEY, storedInTab);
}

export function readOwnView(value: unknown): OwnView {
  const { together, stations } = record(value);
  const chosen = Object.entries(record(stations)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    ...(together === true && { together }),
    ...(chosen.length > 0 && { stations: Object.fromEntries(chosen) }),
  };
}

function readKept(value: unknown): (OwnView & { accountId: string }) | null {
  const { accountId } = record(value);
  return typeof accountId === 'string' ? { accountId, ...readOwnView(value) } : null;
}
