import type { BodyInput } from '#shared/api/contract.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { useEditOutletMutation, useLazyOutletQuery } from '../../api/api-slice.ts';

/**
 * Edits an outlet as it is by now, which is read first: the screen may show it as it was before a colleague changed
 * it. Nothing is edited if it cannot be read.
 */
export function useOutletEdit() {
  const [readAgain, reading] = useLazyOutletQuery();
  const [send, sending] = useEditOutletMutation();

  async function edit(
    outletId: string,
    bodyFor: (now: Outlet) => BodyInput<'PATCH /sellers/outlets/:outletId'>,
  ) {
    const { data: now, error } = await readAgain(outletId);
    if (error || !now) return { error };
    return send({ outletId, body: bodyFor(now) });
  }

  return { edit, editing: reading.isFetching || sending.isLoading };
}
