import type { SignedTable } from '#shared/api/guest-pages.ts';

/** The pages of an outlet, at the table that was scanned. */
export function addressesOf(outletId: string, table: Pick<SignedTable, 'signed'> | null) {
  const here = `/o/${outletId}${table ? `/t/${table.signed}` : ''}`;
  return { menu: here, pay: `${here}/pay`, order: (orderId: string) => `/o/${outletId}/orders/${orderId}` };
}
