import type { PhoneBody } from '#shared/api/escalation.ts';

/**
 * `unsupported`: this browser or program takes no push messages. `refused`: a person let it show no notifications.
 * `failed`: its push service could not be reached.
 */
export type Subscribed =
  | ({ kind: 'subscribed' } & Pick<PhoneBody, 'endpoint' | 'keys'>)
  | { kind: 'unsupported' | 'refused' | 'failed' };

/** Subscribes this browser to the server's push messages. To be called from a press: it may ask the person. */
export async function subscribeHere(pushKey: string): Promise<Subscribed> {
  if (!('serviceWorker' in navigator) || !('Notification' in globalThis)) return { kind: 'unsupported' };
  const permission = await Notification.requestPermission();
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration || !('pushManager' in registration)) return { kind: 'unsupported' };
  if (permission !== 'granted') return { kind: 'refused' };
  const { pushManager } = registration;
  const options = { userVisibleOnly: true, applicationServerKey: pushKey };
  try {
    // One that was made with another key of the server's would be refused.
    const subscription = await pushManager.subscribe(options).catch(async () => {
      await (await pushManager.getSubscription())?.unsubscribe();
      return pushManager.subscribe(options);
    });
    const { endpoint = '', keys = {} } = subscription.toJSON();
    return { kind: 'subscribed', endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } };
  } catch {
    return { kind: 'failed' };
  }
}
