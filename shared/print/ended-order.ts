import { statusGroups } from '../base/order-statuses.ts';
import { orderTitle } from '../orders/reading.ts';
import type { PrintDocument } from './document.ts';

const titles: ReadonlySet<string> = new Set(
  [...statusGroups.cancelled, ...statusGroups.expired].map((status) =>
    orderTitle({ status, itemStatus: [] }).toUpperCase(),
  ),
);

/** A document that was made before its order ended, with a mark that says so; one that says it stays as it is. */
export function markedAsEnded(document: PrintDocument): PrintDocument {
  if (document.blocks.some((block) => block.kind === 'mark' && titles.has(block.text))) return document;
  return { ...document, blocks: [{ kind: 'mark', text: 'CANCELLED OR EXPIRED' }, ...document.blocks] };
}
