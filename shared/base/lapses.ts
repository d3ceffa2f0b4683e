/**
 * Why a station hands its lines to its fallback. `silent`: none of its screens is heard. `unwatched`: no screen shows
 * its lines. `printer`: none of its printers can print.
 */
export const lapseReasons = ['silent', 'unwatched', 'printer'] as const;
export type LapseReason = (typeof lapseReasons)[number];

/** A station that hands its lines over, since when (ISO 8601), and whether a printer of its own prints them still. */
export type Lapse = { stationId: string; why: LapseReason; prints: boolean; since: string };
