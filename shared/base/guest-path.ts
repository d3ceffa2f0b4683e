/** Where guests of an outlet order, on its API's server; with what names their table, if they scanned its code. */
export function guestPath(outletId: string, signedTable?: string): string {
  return `/o/${encodeURIComponent(outletId)}${signedTable === undefined ? '' : `/t/${signedTable}`}`;
}
