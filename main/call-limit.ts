import type { IpcCommand } from '#shared/ipc.ts';

type Limit = { burst: number; perSecond: number };

/** More than a person or a screen ever asks for, and little enough to be answered beside the ring. */
const usual: Limit = { burst: 300, perSecond: 60 };
/** These come once for each order, and a whole board may come at once. */
const perOrder: Limit = { burst: 4_000, perSecond: 400 };
const limits: Partial<Record<IpcCommand, Limit>> = {
  announceOrder: perOrder,
  printByItself: perOrder,
  setRinging: perOrder,
  sounded: perOrder,
};

/**
 * Whether a command may be called once more now: a bucket for each, filled at a steady rate. A page that calls without end
 * would otherwise hold the main process, and with it the ring.
 * @param now the time in ms, on a clock that is never put back
 */
export function callLimit(now: () => number = () => performance.now()) {
  const buckets = new Map<IpcCommand, { left: number; at: number }>();
  return function mayCall(command: IpcCommand): boolean {
    const { burst, perSecond } = limits[command] ?? usual;
    const at = now();
    const last = buckets.get(command) ?? { left: burst, at };
    const left = Math.min(burst, last.left + ((at - last.at) / 1000) * perSecond);
    buckets.set(command, { left: left < 1 ? left : left - 1, at });
    return left >= 1;
  };
}
