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
export type Receipt =
  | { delivered: true }
  | {
      delivered: false;
      why: string;
      /** The receiver says that nobody will be there again. */
      isGone?: true;
    };

/** A way to reach people. It settles within {@link SEND_WITHIN_MS}, and soon after `signal` is aborted. */
export type Sender<Target, Message = AlertMessage> = {
  send(target: Target, message: Message, signal: AbortSignal): Promise<Receipt>;
};

/** A browser's subscription. */
export type PhoneTarget = { endpoint: string; p256dh: string; auth: string };
export type Push = {
  /** What the browser's worker gets, as JSON. */
  payload: object;
  /** A push service drops a message that it cannot deliver within this time, in seconds. */
  livesS: number;
  /** Of the messages with one topic that wait for a phone, it gets the last alone. At most 32 letters of base64url. */
  topic?: string;
};
export type WebhookTarget = { url: string; secret: string };

/** Null: this server has no sender for it. */
export type Senders = {
  email: Sender<string> | null;
  phone: Sender<PhoneTarget, Push>;
  webhook: Sender<WebhookTarget>;
  /** The public half of the key that push messages are signed with. */
  pushKey: string;
  /** Why an address is not one to send to, of a webhook, and of a phone's push service; null if it is. */
  refuseWebhook(address: string): string | null;
  refusePhone(address: string): string | null;
};

/** Below the time that a stop of the server may take. */
export const SEND_WITHIN_MS = 7_000;

export const failed = (why: string): Receipt => ({ delivered: false, why });
