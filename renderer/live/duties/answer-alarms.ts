import { nameOfScreen } from '../../api/name-of-screen.ts';
import { selectAlarms } from '../../state/queries.ts';
import type { AppStore, Services } from '../../state/store.ts';
import { screenId } from '../screen.ts';

/** What one report may name; the rest is reported with the next ring. */
const MOST_AT_ONCE = 100;

/** Reports once which alarms have sounded at this screen; a report that failed is made again with the next ring. */
export function answerAlarms({ getState }: AppStore, { client, platform }: Services): () => void {
  const reported = new Set<string>();
  return platform.onAlerted((ids) => {
    const known = selectAlarms(getState());
    const alarms = ids
      .filter((id) => !reported.has(id) && known.some((alarm) => alarm.id === id))
      .slice(0, MOST_AT_ONCE);
    if (alarms.length === 0) return;
    alarms.forEach((id) => reported.add(id));
    const body = { alarms, screenId, screenName: nameOfScreen(platform) };
    void client
      .call('POST /sellers/alarms/heard', { body })
      .catch(() => alarms.forEach((id) => reported.delete(id)));
  });
}
