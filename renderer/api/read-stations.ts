import type { Outlet } from '#shared/api/outlets.ts';
import { idOf, record, text, textOrNull } from '#shared/base/loose-json.ts';
import { list, whole } from './loose-values.ts';

/** Where its lines are made; nothing of a server that knows no stations. */
export function readStations(value: unknown): Pick<Outlet, 'stations'> {
  const { version, list: said } = record(value);
  if (!Array.isArray(said)) return {};
  const stations = said.map(record).map((json) => ({
    id: idOf(json),
    name: text(json['name']),
    categories: list(json['categories']).map(text),
    fallback: textOrNull(json['fallback']),
  }));
  return { stations: { version: whole(version), list: stations } };
}
