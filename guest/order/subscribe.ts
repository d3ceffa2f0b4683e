import type { PushSubscriptionBody } from '#shared/api/push-subscription.ts';

/** The worker is loaded once a guest wants to be told, for guests' pages alone. */
const WORKER = '/guest-worker.js';
const SCOPE = '/o/';
/** A worker that cannot be installed would be waited for without end. */
const PATIENCE_MS = 15_000;

/** Whether this browser takes push messages; on an iPhone only a page on the home screen does. */
export const takesPushes = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Subscribes this browser, which may already show notifications. Null if its push service could not be reached. */
export async function subscribe(pushKey: string): Promise<PushSubscriptionBody | null> {
  try {
    const subscription = await inTime(subscribeNow(pushKey));
    const { endpoint = '', keys = {} } = subscription.toJSON();
    return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } };
  } catch {
    return null;
  }
}

async function subscribeNow(pushKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(workerAddress(), { scope: SCOPE });
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: pushKey };
  // One that was made with another key of the server's would be refused.
  return pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_resolve, reject) => setTimeout(reject, PATIENCE_MS, new Error('too late'))),
  ]);

type Policy = { createScriptURL(address: string): string };
type PolicyMaker = { createPolicy(name: string, rules: Policy): Policy };
let policy: Policy | undefined;

/** The page's policy (Trusted Types) lets this one address become a worker; browsers without it take it as it is. */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyMaker };
  policy ??= trustedTypes?.createPolicy('guest-worker', { createScriptURL: () => WORKER });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}
