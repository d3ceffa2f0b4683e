import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { GuestPages, GuestPlace, SignedTable } from '#shared/api/guest-pages.ts';

/** The most characters of pages that are remembered: of hundreds of menus, or of a few of the largest. */
const MOST_CHARACTERS = 8 * 1024 * 1024;
/** Nobody can have written these into a menu. */
const marks: SignedTable = { name: randomUUID(), signed: randomUUID() };

/**
 * Draws a page of an outlet. Those of its tables differ in nothing but the table's name and its part of addresses, so one
 * is drawn for all tables: else a full house would have each drawn anew at every change of the menu.
 */
export function tablePages(
  draw: (place: GuestPlace) => string,
  atTable: GuestPages['atTable'],
): (place: GuestPlace) => string {
  const ofAll = new LRUCache<string, string>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ length }) => length,
  });
  return (place) => {
    if (!place.table) return draw(place);
    const page = ofAll.get(place.version) ?? draw({ ...place, table: marks });
    ofAll.set(place.version, page);
    return atTable(page, marks, place.table);
  };
}
