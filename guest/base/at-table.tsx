import { renderToString } from 'preact-render-to-string';
import type { SignedTable } from '#shared/api/guest-pages.ts';
import { DATA_TAG, inScript } from './document.tsx';

/** The page of a table, from one that was drawn with marks where the table's name and address stand. */
export function atTable(page: string, marks: SignedTable, { name, signed }: SignedTable): string {
  const data = page.lastIndexOf(DATA_TAG);
  const put = (text: string, written: string) =>
    text.replaceAll(marks.name, () => written).replaceAll(marks.signed, () => signed);
  const quoted = inScript(name);
  return put(page.slice(0, data), renderToString(<>{name}</>)) + put(page.slice(data), quoted.slice(1, -1));
}
