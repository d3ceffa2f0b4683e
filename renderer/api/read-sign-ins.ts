import { record, text } from '#shared/base/loose-json.ts';
import type { SignInOfAccount } from '#shared/api/sign-in-routes.ts';
import { readList } from './loose-values.ts';

export function readSignIns(value: unknown): SignInOfAccount[] {
  return readList(value, 'signIns', (entry) => {
    const { id, device, startedAt, endsAt, lastUsedAt, current } = record(entry);
    return {
      id: text(id),
      device: text(device) || null,
      startedAt: text(startedAt),
      ...(typeof endsAt === 'string' && { endsAt }),
      lastUsedAt: text(lastUsedAt),
      current: current === true,
    };
  });
}
