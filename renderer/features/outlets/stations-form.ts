import type { Category } from '#shared/api/catalogs.ts';
import type { Station } from '#shared/api/stations.ts';
import { v4 as newKey } from 'uuid';

type Named = Pick<Category, 'id' | 'name'>;

/** What a bar usually makes, by the words that its categories are called by. */
const ofTheBar =
  /\b(ales?|aperitifs?|bar|beers?|brand(y|ies)|ciders?|cocktails?|coffees?|digestifs?|drinks?|draught|gins?|hot drinks|juices?|lagers?|liqueurs?|minerals|mixers?|pints?|rums?|shots?|softs?|spirits?|squash|teas?|tipples|vodkas?|whisk(e?y|ies)|wines?)\b/i;

export const newStation = (name: string): Station => ({
  id: newKey(),
  name,
  categories: [],
  fallback: null,
});

/** A pub's usual two; a person sees which categories go where before it is saved. */
export function kitchenAndBar(categories: readonly Named[]): Station[] {
  const isOfTheBar = ({ name }: Named) => ofTheBar.test(name);
  const idsOf = (some: readonly Named[]) => some.map(({ id }) => id);
  return [
    { ...newStation('Kitchen'), categories: idsOf(categories.filter((one) => !isOfTheBar(one))) },
    { ...newStation('Bar'), categories: idsOf(categories.filter(isOfTheBar)) },
  ];
}

/** The station that lists a category; empty: it is made at every one. */
export const stationOf = (stations: readonly Station[], categoryId: string): string =>
  stations.find(({ categories }) => categories.includes(categoryId))?.id ?? '';

/** The stations with a category at the named one alone. */
export const withCategoryAt = (
  stations: readonly Station[],
  categoryId: string,
  stationId: string,
): Station[] =>
  stations.map((station) => ({
    ...station,
    categories: [
      ...station.categories.filter((id) => id !== categoryId),
      ...(station.id === stationId ? [categoryId] : []),
    ],
  }));

/** The stations without one; nobody hands over to it any more. */
export const withoutStation = (stations: readonly Station[], stationId: string): Station[] =>
  stations
    .filter(({ id }) => id !== stationId)
    .map((station) => (station.fallback === stationId ? { ...station, fallback: null } : station));
