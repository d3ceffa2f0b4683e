import type { ScreenState } from '#shared/api/live.ts';
import { nameOfScreen } from '../../api/name-of-screen.ts';
import type { Services } from '../../state/store.ts';
import { screenId } from '../screen.ts';
import { silentReasonOf } from './hear-orders.ts';

/** What this screen says of itself to the server. */
export const screenStateOf = (platform: Services['platform']): ScreenState => ({
  screenId,
  screenName: nameOfScreen(platform),
  silent: silentReasonOf(platform),
});
