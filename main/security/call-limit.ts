import { allowance, type Allowance } from '#shared/base/allowance.ts';
import { commands, type IpcCommand } from '#shared/host/ipc.ts';

/** More than a person or a screen ever calls, and little enough to be handled beside the ring. */
const usual: Allowance = { burst: 300, perSecond: 60 };
/** For commands that are called once for each order; a whole board may come at once. */
const perOrder: Allowance = { burst: 4_000, perSecond: 400 };

/**
 * Whether a command may be called once more now; each command has a rate of its own. Otherwise a page that calls
 * without end would block the main process, and with it the ring.
 * @param now the time in ms, on a monotonic clock
 */
export function callLimit(now: () => number = () => performance.now()) {
  const allowances = new Map<IpcCommand, () => boolean>();
  return function mayCall(command: IpcCommand): boolean {
    const may = allowances.get(command) ?? allowance('perOrder' in commands[command] ? perOrder : usual, now);
    allowances.set(command, may);
    return may();
  };
}
