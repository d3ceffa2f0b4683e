import type { TableCodes } from '#shared/api/table-codes.ts';
import { record, text } from '#shared/base/loose-json.ts';
import { atServer } from './at-server.ts';
import { list } from './loose-values.ts';

/** Whole addresses, for the page may be on another origin than the server. What has none is left out. */
export function readTableCodes(value: unknown, apiBase: string): TableCodes {
  const { guestPage, tables } = record(value);
  return {
    guestPage: atServer(text(guestPage), apiBase) ?? '',
    tables: list(tables)
      .map(record)
      .flatMap(({ table, url }) => {
        const whole = atServer(text(url), apiBase);
        return whole === null ? [] : [{ table: text(table), url: whole }];
      }),
  };
}
