import { allowance, type Allowance } from '#shared/base/allowance.ts';
import type { IpcCommand } from '#shared/host/ipc.ts';

/** More than a person or a screen ever asks for, and little enough to be answered beside the ring. */
const usual: Allowance = { burst: 300, perSecond: 60 };
/** These come once for each order, and a whole board may come at once. */
const perOrder: Allowance = { burst: 4_000, perSecond: 400 };
const limits: Partial<Record<IpcCommand, Allowance>> = {
  announceOrder: perOrder,
  printByItself: perOrder,
  setRinging: perOrder,
  sounded: perOrder,
};

/**
 * Whether a command may be called once more now: each has an allowance of its own. A page that calls without end would
 * otherwise hold the main process, and with it the ring.
 * @param now the time in ms, on a clock that is never put back
 */
export function callLimit(now: () => number = () => performance.now()) {
  const allowances = new Map<IpcCommand, () => boolean>();
  return function mayCall(command: IpcCommand): boolean {
    const may = allowances.get(command) ?? allowance(limits[command] ?? usual, now);
    allowances.set(command, may);
    return may();
  };
}
