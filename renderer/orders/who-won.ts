import type { Order, OrderAction } from '#shared/api/orders.ts';
import { formatTime } from '../ui/times.ts';

const words: Record<OrderAction['action'], string> = {
  accept: 'Already accepted',
  readNote: 'Note already read',
  moveReadyTime: 'Ready time already moved',
  progress: 'Already moved on',
  checkAge: 'Age already checked',
  refuseAge: 'Already refused for age',
  regress: 'Already moved back',
  complete: 'Already closed',
  cancel: 'Already cancelled',
  refund: 'Already refunded',
};

/**
 * Who was faster than a press on the order as it was `seen`: `Already accepted on Bar till at 12:04`. Null if the order
 * as it stands does not say.
 *
 * @param zone the outlet's, whose clocks tell when
 * @param pressed of several steps since then, this one is named
 */
export function whoWon(
  standing: Order,
  seen: Pick<Order, 'version'>,
  zone: string,
  pressed?: OrderAction['action'],
): string | null {
  const since = (standing.actions ?? []).filter(({ version }) => version > seen.version);
  const won = since.find(({ action }) => action === pressed) ?? since.at(-1);
  return won ? `${words[won.action]}${onScreen(won)} at ${formatTime(won.at, zone)}.` : null;
}

/** ` on Bar till`, or nothing if the screen did not say its name. */
export const onScreen = ({ screenName }: Pick<OrderAction, 'screenName'>): string =>
  screenName === null ? '' : ` on ${screenName}`;
