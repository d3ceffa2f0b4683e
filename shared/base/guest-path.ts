/** Where guests of an outlet order, on its API's server; with what names their table, if they scanned its code. */
export function guestPath(outletId: string, signedTable?: string): string {
  return `/o/${encodeURIComponent(outletId)}${signedTable === undefined ? '' : `/t/${signedTable}`}`;
}

/** What guests of an outlet are to collect, for a television. */
export const pickUpPath = (outletId: string): string => `${guestPath(outletId)}/screen`;
