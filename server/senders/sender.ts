/** What somebody is told: that nobody has seen an order, or a test. */
export type AlertMessage = {
  /** The same each time that this message is sent, so that its receiver can drop a repetition. */
  id: string;
  outletId: string;
  outletName: string;
  /** Null for a test. */
  order: {
    id: string;
    number: number;
    table: string | null;
    /** When it was placed and paid for. */
    since: Date;
    expiresAt: Date | null;
  } | null;
  sentAt: Date;
};

/** What became of a message. `why` is a sentence for the seller, without secrets. */
export type Receipt = { delivered: true } | { delivered: false; why: string };

/** A way to reach people. It settles within {@link SEND_WITHIN_MS}, and soon after `signal` is aborted. */
export type Sender<Target> = {
  send(target: Target, message: AlertMessage, signal: AbortSignal): Promise<Receipt>;
};

export type PhoneTarget = {
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Proves to the server that the phone has shown the message. */
  token: string;
};
export type WebhookTarget = { url: string; secret: string };

/** Null: this server has no sender for it. */
export type Senders = {
  email: Sender<string> | null;
  phone: Sender<PhoneTarget>;
  webhook: Sender<WebhookTarget>;
  /** The public half of the key that push messages are signed with. */
  pushKey: string;
  /** Why an address of a webhook or push service is not one to send to; null if it is. */
  refuseAddress(address: string): string | null;
};

/** Below the time that a stop of the server may take. */
export const SEND_WITHIN_MS = 7_000;

export const failed = (why: string): Receipt => ({ delivered: false, why });
