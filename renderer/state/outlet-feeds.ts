import { createSelector } from '@reduxjs/toolkit';
import type { KnownOutlet } from '#shared/host/session.ts';
import type { Deaf } from '#shared/base/hearing.ts';
import type { Lapse } from '#shared/base/lapses.ts';
import type { UnreadableOrder } from '../api/read-orders.ts';

/** `crowded`: the account has as many connections as it may have. */
export type Connection = 'connecting' | 'connected' | 'disconnected' | 'error' | 'crowded';

/** What is known of one watched outlet's list of orders. */
export type OutletFeed = KnownOutlet & {
  /** False until the list has been read once. */
  loaded: boolean;
  /** When it was last read, by this computer's clock. */
  listReadAt: number | null;
  /** Entries of the list that cannot be read here. */
  unreadable: UnreadableOrder[];
  /** Why the list could not be read; null if it could. */
  problem: string | null;
  /** The count of changes when the list was requested. */
  changesWhenAsked: number;
  /** Its stations that hand their lines over, as the server said last. */
  lapses: readonly Lapse[];
};

export type Watch = {
  /** The watched outlets; a place in this list gives an outlet its colour. */
  outlets: OutletFeed[];
  /** Those outlets as one: the first one's id, or null if there is none; their names; whether any of them trades. */
  outletId: string | null;
  outletName: string;
  trading: boolean | null;
  connection: Connection;
  /** Why new orders are not heard at this screen; null if they are. */
  deaf: Deaf | null;
  /** When the server last sent anything, by this computer's clock. */
  heardAt: number | null;
  /** Whether the server lets a screen watch several outlets. */
  several: boolean;
  /** How far the server's clock is ahead of this one, in ms. */
  clockAheadMs: number;
  /** Orders that have left the live list, with their last version: an older one must not bring them back. */
  gone: Record<string, number>;
  /** A count of changes of orders without a version, and below each order's last one. */
  changes: number;
  lastChange: Record<string, number>;
};

export const nothingWatched: Watch = {
  outlets: [],
  outletId: null,
  outletName: '',
  trading: null,
  connection: 'disconnected',
  deaf: null,
  heardAt: null,
  several: false,
  clockAheadMs: 0,
  gone: {},
  changes: 0,
  lastChange: {},
};

export const newFeed = ({ outletId, outletName, trading }: KnownOutlet): OutletFeed => ({
  outletId,
  outletName,
  trading,
  loaded: false,
  listReadAt: null,
  unreadable: [],
  problem: null,
  changesWhenAsked: 0,
  lapses: [],
});

export const idsOf = (outlets: readonly KnownOutlet[]): string =>
  outlets.map(({ outletId }) => outletId).join('\n');

/** The lists of several outlets as one: it is as old as the oldest, and loaded once all are. */
export const listsTogether = createSelector([(outlets: readonly OutletFeed[]) => outlets], (outlets) => {
  const readAt = outlets.map(({ listReadAt }) => listReadAt);
  return {
    loaded: outlets.length > 0 && outlets.every(({ loaded }) => loaded),
    listReadAt: readAt.length === 0 || readAt.includes(null) ? null : Math.min(...readAt.map(Number)),
    unreadable: outlets.flatMap((outlet) => outlet.unreadable),
    problem: outlets.find(({ problem }) => problem !== null)?.problem ?? null,
  };
});
