import type { Socket } from 'socket.io-client';
import type { OutletAtStations } from '#shared/api/live.ts';
import { lapseReasons, type Lapse } from '#shared/base/lapses.ts';
import { record, text } from '#shared/base/loose-json.ts';
import { screenId } from './screen.ts';

export type StationReports = {
  /** Of the watched outlets that have stations; nothing is sent while there are none. */
  here: () => OutletAtStations[];
  /** `anew` for the first answer of an outlet, and for the first after answers were missing. */
  onLapses: (outletId: string, lapses: Lapse[], anew: boolean) => void;
};

/**
 * Answers that are further apart than this, in ms, are no unbroken row: reports are sent every second, and the server
 * takes a screen for silent that it does not hear for three.
 */
const UNBROKEN_MS = 2_000;

/** An unbroken row of answers: when it began, and when its last answer came. */
type Row = { since: number; answeredAt: number };

/** Says what this screen shows and prints of its stations, and knows for how long the server has heard it. */
export function stationReports(
  socket: Pick<Socket, 'connected' | 'emit'>,
  { here, onLapses }: StationReports,
) {
  const rows = new Map<string, Row>();

  function answered(outletId: string, lapses: Lapse[]): void {
    const now = Date.now();
    const row = rows.get(outletId);
    // The time between them is unknown if the clock was set back.
    const goesOn = row && now >= row.answeredAt && now - row.answeredAt <= UNBROKEN_MS;
    rows.set(outletId, { since: goesOn ? row.since : now, answeredAt: now });
    onLapses(outletId, lapses, !goesOn);
  }

  return {
    /** Call it every second. */
    say(): void {
      const outlets = socket.connected ? here() : [];
      if (outlets.length === 0) return;
      socket.emit('at-stations', { screenId, outlets }, (reply: unknown) => {
        const { ok, lapses } = record(reply);
        if (ok !== true) return;
        for (const [outletId, said] of Object.entries(record(lapses))) answered(outletId, readLapses(said));
      });
    },

    /** For how long the server has answered the reports without a break, in ms; null while it does not. */
    heardMs(outletId: string): number | null {
      const row = rows.get(outletId);
      const now = Date.now();
      return row && now - row.answeredAt <= UNBROKEN_MS ? now - row.since : null;
    },
  };
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
