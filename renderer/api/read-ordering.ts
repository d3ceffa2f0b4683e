import type { Ordering, Pause } from '#shared/api/ordering.ts';
import { record, textOrNull } from '#shared/base/loose-json.ts';
import { orderingStates, pausedBy } from '#shared/base/ordering-states.ts';
import { given, list, timeIfSaid, timeOrNull } from './loose-values.ts';

/** Whether an outlet takes orders; empty if the server does not say. */
export function readOrdering(value: unknown): { ordering?: Ordering } {
  const json = record(value);
  const state = orderingStates.find((known) => known === json['state']);
  if (!state) return {};
  const by = pausedBy.find((known) => known === json['by']);
  const words = given(json, 'until', 'since', 'message', 'reason', 'screenName');
  return { ordering: { state, ...(by && { by }), ...words } };
}

export function readPauses(value: unknown): Pause[] {
  return list(value).map((pause) => {
    const json = record(pause);
    return {
      from: timeIfSaid(json['from']),
      to: timeOrNull(json['to']),
      until: timeOrNull(json['until']),
      by: pausedBy.find((known) => known === json['by']) ?? 'person',
      reason: textOrNull(json['reason']),
      screenName: textOrNull(json['screenName']),
    };
  });
}
