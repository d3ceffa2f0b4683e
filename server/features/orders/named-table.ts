import type { PlaceOrderBody } from '#shared/api/guest-orders.ts';
import type { signedTables } from '../../ordering/signed-tables.ts';
import type { MenuFacts } from './menu-cache.ts';

/** The table of an order, null for none, or what is wrong with the fields of its body that name it. */
export function namedTable(
  { read }: ReturnType<typeof signedTables>,
  {
    outletId,
    body,
    serviceType,
  }: Pick<MenuFacts, 'serviceType'> & { outletId: string; body: PlaceOrderBody },
): { table: string | null } | { fields: Record<string, string> } {
  if (body.signedTable !== undefined) {
    const table = read(outletId, body.signedTable);
    return table === null ? { fields: { signedTable: NOT_KNOWN } } : { table };
  }
  const table = body.tableNumber || null;
  return serviceType === 'table-number' && table === null
    ? { fields: { tableNumber: 'Please give your table number.' } }
    : { table };
}

const NOT_KNOWN = 'This table’s code is not known here. Please scan it again.';
