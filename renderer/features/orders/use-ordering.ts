import { useState } from 'react';
import type { PutOff } from '#shared/base/menu-hours.ts';
import { failureOf } from '../../api/failure.ts';
import { useAppDispatch, useServices } from '../../state/hooks.ts';
import { orderingChanged } from '../../state/queries.ts';
import { useToast } from '../../ui/toasts.tsx';

/** Pauses an outlet, resumes, and puts off last orders; `until` is ISO 8601, or null. Each resolves to whether it is done. */
export function useOrdering(outletId: string) {
  const { client } = useServices();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const params = { outletId };

  async function ask(call: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    try {
      await call();
      orderingChanged(dispatch);
      return true;
    } catch (error) {
      toast('error', failureOf(error).message);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    pause: (until: string | null, reason: string) =>
      ask(() => client.call('POST /sellers/outlets/:outletId/pause', { params, body: { until, reason } })),
    putOff: (body: PutOff) =>
      ask(() => client.call('POST /sellers/outlets/:outletId/put-off', { params, body })),
    resume: () => ask(() => client.call('POST /sellers/outlets/:outletId/resume', { params })),
  };
}
