import { z } from 'zod';
import { goesInCircle } from '../base/fallbacks.ts';
import { id, name } from './fields.ts';

/** The most stations of one outlet, and the most categories that all of them list. */
export const MOST_STATIONS = 12;
const MOST_CATEGORIES = 500;

/** A place where some of an outlet's lines are made, such as its kitchen or its bar. */
export const station = z.strictObject({
  /** Made by the client. */
  id,
  name,
  /** The categories whose items are made here, by id. What no station lists is made at every one. */
  categories: z.array(id).max(MOST_CATEGORIES),
  /**
   * The station that its lines are handed to while nobody can work here; null if that is every other one.
   */
  fallback: id.nullable(),
});
export type Station = z.infer<typeof station>;

/** An outlet's stations; `version` rises with every change and is what `If-Match` names. */
export const outletStations = z.object({ version: z.int().min(1), list: z.array(station) });
export type OutletStations = z.infer<typeof outletStations>;

/** All stations of the outlet; none: it has no stations any more. */
export const stationsBody = z.strictObject({
  stations: z.array(station).max(MOST_STATIONS).superRefine(noteProblems),
});

function noteProblems(stations: Station[], problems: z.RefinementCtx<Station[]>): void {
  const note = (path: (string | number)[], message: string) =>
    problems.addIssue({ code: 'custom', path, message });
  const taken = new Set<string>();
  for (const [at, { id: own, name: called, categories, fallback }] of stations.entries()) {
    const others = stations.filter((_other, index) => index !== at);
    if (others.some((other) => other.id === own)) note([at, 'id'], 'Two stations have this id.');
    if (others.some((other) => other.name.toLowerCase() === called.toLowerCase()))
      note([at, 'name'], 'Another station has this name.');
    for (const category of categories) {
      if (taken.has(category)) note([at, 'categories'], 'A category is listed twice.');
      taken.add(category);
    }
    if (fallback !== null && !others.some((other) => other.id === fallback))
      note([at, 'fallback'], 'Please choose another station of this outlet.');
    else if (goesInCircle(stations, own))
      note([at, 'fallback'], 'These stations would hand over to each other in a circle.');
  }
}
