import { record, text } from '#shared/base/loose-json.ts';
import type { PortionsReply } from '#shared/api/portions.ts';
import { readList, whole } from './loose-values.ts';

export function readPortions(value: unknown): PortionsReply {
  const portions = readList(value, 'portions', (entry) => {
    const { itemId, left } = record(entry);
    return { itemId: text(itemId), left: Math.max(0, whole(left)) };
  });
  return { portions };
}
