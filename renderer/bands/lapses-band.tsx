import { Unplug } from 'lucide-react';
import type { Station } from '#shared/api/stations.ts';
import type { Lapse, LapseReason } from '#shared/base/lapses.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import { standInsFor } from '#shared/orders/stations.ts';
import { useOutletQuery } from '../api/api-slice.ts';
import { useAppSelector } from '../state/hooks.ts';
import { selectFeeds, selectOutletName } from '../state/orders-slice.ts';
import { Band } from '../ui/band.tsx';
import { formatTime } from '../ui/times.ts';
import styles from './unattended.module.css';

/** On every signed-in screen while a station of a watched outlet hands its lines over. */
export function LapsesBand() {
  const feeds = useAppSelector(selectFeeds);
  return feeds.map(({ outletId, lapses }) =>
    lapses.length === 0 ? null : <OfOutlet key={outletId} outletId={outletId} lapses={lapses} />,
  );
}

function OfOutlet({ outletId, lapses }: { outletId: string; lapses: readonly Lapse[] }) {
  const { data: outlet } = useOutletQuery(outletId);
  const outletName = useAppSelector((state) => selectOutletName(state, outletId));
  const said = lapsesText(lapses, outlet?.stations?.list ?? [], (at) => formatTime(at, zoneOf(outlet)));
  if (said === '') return null;
  return (
    <Band className={`${styles.unattended} ${styles.screens}`} role="status">
      <Unplug aria-hidden="true" />
      <p>
        {outletName !== null && `${outletName}: `}
        {said}
      </p>
    </Band>
  );
}

const words: Record<LapseReason, (name: string) => string> = {
  silent: (name) => `${name} is not answering`,
  unwatched: (name) => `No screen shows ${name}`,
  printer: (name) => `The printer of ${name} does not print`,
};

/** One sentence for each station that hands over: why, to which, and since when. */
export function lapsesText(
  lapses: readonly Lapse[],
  stations: readonly Station[],
  clock: (at: string) => string,
): string {
  const lapsed = new Set(lapses.map(({ stationId }) => stationId));
  return lapses
    .flatMap(({ stationId, why, since }) => {
      const station = stations.find(({ id }) => id === stationId);
      if (!station) return [];
      const names = standInsFor(station, stations, lapsed)
        .filter(({ id }) => !lapsed.has(id))
        .map(({ name }) => name);
      const where =
        names.length > 0
          ? `: its lines are on ${names.join(' and ')} since ${clock(since)}.`
          : `, since ${clock(since)}; no other station can take its lines.`;
      return `${words[why](station.name)}${where}`;
    })
    .join(' ');
}
