import type { Socket } from 'socket.io-client';
import type { OutletAtStations } from '#shared/api/live.ts';
import { lapseReasons, type Lapse } from '#shared/base/lapses.ts';
import { record, text } from '#shared/base/loose-json.ts';
import { screenId } from './screen.ts';

export type StationReports = {
  /** Of the watched outlets that have stations; nothing is sent while there are none. */
  here: () => OutletAtStations[];
  onLapses: (outletId: string, lapses: Lapse[]) => void;
};

/** Says what this screen shows and prints of its stations. Call it every second. */
export function sayStations(
  socket: Pick<Socket, 'connected' | 'emit'>,
  { here, onLapses }: StationReports,
): void {
  const outlets = socket.connected ? here() : [];
  if (outlets.length === 0) return;
  socket.emit('at-stations', { screenId, outlets }, (reply: unknown) => {
    const { ok, lapses } = record(reply);
    if (ok !== true) return;
    for (const [outletId, said] of Object.entries(record(lapses))) onLapses(outletId, readLapses(said));
  });
}

function readLapses(value: unknown): Lapse[] {
  if (!Array.isArray(value)) return [];
  return value.map(record).map(({ stationId, why, prints, since }) => ({
    stationId: text(stationId),
    // A newer server may say a reason that is not known here.
    why: lapseReasons.find((known) => known === why) ?? 'silent',
    prints: prints === true,
    since: text(since),
  }));
}
