import { useAppSelector } from '../state/hooks.ts';
import { selectFeeds } from '../state/orders-slice.ts';
import { selectView } from '../state/view-slice.ts';

/** The outlet whose orders the board shows; null if it shows those of all watched outlets. */
export function useShownOutlet(outletId: string): string | null {
  const together = useAppSelector((state) => selectView(state).together === true);
  const several = useAppSelector((state) => selectFeeds(state).length > 1);
  return together && several ? null : outletId;
}
