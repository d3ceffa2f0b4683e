import { z } from 'zod';
import { LONGEST_TABLE, MOST_TABLES } from '../base/table-names.ts';

export const tableCodesBody = z.strictObject({
  tables: z.array(z.string().trim().min(1, 'Please name the table.').max(LONGEST_TABLE)).max(MOST_TABLES),
});
/** Addresses of this server, from its root. `guestPage` is the outlet's without a table. */
export const tableCodesReply = z.object({
  guestPage: z.string(),
  /** In the order in which they were asked for. */
  tables: z.array(z.object({ table: z.string(), url: z.string() })),
});
export type TableCodes = z.infer<typeof tableCodesReply>;
