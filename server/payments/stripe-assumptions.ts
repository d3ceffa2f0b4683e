import type Stripe from 'stripe';

/** A call to Stripe's API that the server relies on. */
type AssumedCall = {
  /** With `:id` for an object's id. */
  call: string;
  /** Every parameter that is ever sent, by its form's name. */
  sends: string[];
  /** The fields of the answer that decide something here. */
  reads: string[];
  /** What is taken for granted. */
  assumes: string;
  /** The contract's case that would fail if it were wrong; null if only an event or a person can show it. */
  provedBy: string | null;
};

const intentFields = [
  'id',
  'status',
  'amount',
  'amount_received',
  'created',
  'client_secret',
  'latest_charge',
  'last_payment_error',
  'metadata',
] satisfies (keyof Stripe.PaymentIntent)[];

/**
 * All that is assumed of Stripe's calls. A test compares it with what the code really sends, and `npm run
 * stripe:contract` tries it in Stripe's test mode.
 */
export const assumedCalls: AssumedCall[] = [
  {
    call: 'POST /v1/payment_intents',
    sends: [
      'allowed_payment_method_types[0]',
      'amount',
      'application_fee_amount',
      'capture_method',
      'confirm',
      'confirmation_method',
      'currency',
      'expand[0]',
      'metadata[order_id]',
      'payment_method',
    ],
    reads: intentFields,
    assumes:
      'One request places a hold on the seller’s account, and the same key returns the same hold for 24 hours.',
    provedBy: 'a hold lasts for days, is taken once, and asked for twice it is the same one',
  },
  {
    call: 'POST /v1/payment_intents/:id/confirm',
    sends: ['expand[0]'],
    reads: intentFields,
    assumes:
      'As its confirmation is manual, only the secret key tries a card on an intent, and without another card in the request only the one that it has. Once the bank has agreed it requires confirmation, which gives one hold or a decline; in any other state it is refused.',
    provedBy: 'with the publishable key no other card can be tried on it',
  },
  {
    call: 'GET /v1/payment_intents',
    sends: ['created[gte]', 'created[lte]', 'expand[0]', 'limit'],
    reads: intentFields,
    assumes: 'The list of a span of time is complete and current, so an order that is not in it has no hold.',
    provedBy: 'a hold whose answer was lost is found by its order, and another’s is not',
  },
  {
    call: 'GET /v1/payment_intents/:id',
    sends: ['expand[0]'],
    reads: intentFields,
    assumes:
      'An intent’s status is decisive. Its charge names a balance transaction once it is taken, with each fee.',
    provedBy: 'the fees of a payment are told once it is taken, the platform’s apart from the others',
  },
  {
    call: 'GET /v1/accounts/:id',
    sends: [],
    reads: ['charges_enabled'] satisfies (keyof Stripe.Account)[],
    assumes:
      'An account that can take no payments says so; while it can, a refused request is about the card.',
    provedBy: 'a declined card is refused, names its intent, and is closed by a release',
  },
  {
    call: 'POST /v1/payment_intents/:id/capture',
    sends: ['amount_to_capture'],
    reads: ['status'] satisfies (keyof Stripe.PaymentIntent)[],
    assumes:
      'A hold is taken once; taking it again is refused, with the intent as it stands. An answer that is repeated for its key says so (`Idempotent-Replayed`), also a fault.',
    provedBy: 'a hold lasts for days, is taken once, and asked for twice it is the same one',
  },
  {
    call: 'POST /v1/payment_intents/:id/cancel',
    sends: [],
    reads: ['status'] satisfies (keyof Stripe.PaymentIntent)[],
    assumes: 'A hold that is released, or was never confirmed, cannot be taken afterwards.',
    provedBy: 'a hold that was given back is gone, and cannot be taken',
  },
  {
    call: 'GET /v1/refunds',
    sends: ['limit', 'payment_intent'],
    reads: ['id', 'status', 'amount', 'created', 'metadata'] satisfies (keyof Stripe.Refund)[],
    assumes: 'The list has every refund of a payment at once, with our id of it.',
    provedBy: 'a refund is made once for its id, and never beyond what was taken',
  },
  {
    call: 'POST /v1/refunds',
    sends: [
      'amount',
      'metadata[order_id]',
      'metadata[refund_id]',
      'payment_intent',
      'refund_application_fee',
    ],
    reads: ['status', 'failure_reason'] satisfies (keyof Stripe.Refund)[],
    assumes: 'A refund beyond what is left is refused, and the platform’s fee stays if we say so.',
    provedBy: 'a refund is made once for its id, and never beyond what was taken',
  },
  {
    call: 'GET /v1/balance_transactions',
    sends: ['created[gte]', 'created[lt]', 'expand[0]', 'limit', 'payout'],
    reads: [
      'id',
      'type',
      'reporting_category',
      'currency',
      'amount',
      'net',
      'fee_details',
      'created',
      'source',
    ] satisfies (keyof Stripe.BalanceTransaction)[],
    assumes:
      'Every movement of a balance is a line of its list, which never changes; its source names our order and refund.',
    provedBy: 'the balance has each payment and refund as a line, with its order and fees to the penny',
  },
  {
    call: 'GET /v1/payouts',
    sends: ['created[gte]', 'created[lt]', 'limit'],
    reads: [
      'id',
      'amount',
      'currency',
      'status',
      'created',
      'arrival_date',
      'failure_message',
      'reconciliation_status',
    ] satisfies (keyof Stripe.Payout)[],
    assumes: 'Once a payout’s reconciliation is completed, the lines that name it add up to it.',
    provedBy: 'the lines of a payout add up to it, and its own line takes it from the balance',
  },
  {
    call: 'GET /v1/disputes',
    sends: ['created[gte]', 'created[lt]', 'limit'],
    reads: [
      'id',
      'payment_intent',
      'amount',
      'currency',
      'status',
      'reason',
      'created',
      'evidence_details',
    ] satisfies (keyof Stripe.Dispute)[],
    assumes: 'A dispute names its payment, and until when evidence is taken.',
    provedBy: 'a dispute is listed with its reason and deadline, and takes the payment back in the balance',
  },
  {
    call: 'POST /oauth/token',
    sends: ['code', 'grant_type'],
    reads: ['stripe_user_id'] satisfies (keyof Stripe.OAuthToken)[],
    assumes: 'A code connects one account, once.',
    provedBy: null,
  },
];

/** Events whose names decide something; all others only make us ask about the order in their metadata. */
export const assumedEvents: { events: (Stripe.Event['type'] | `${string}.*`)[]; assumes: string }[] = [
  {
    events: ['payment_intent.*', 'charge.refunded'],
    assumes:
      'They name the account, and their object’s metadata has our order_id. What else they say is not used. None comes when the bank has agreed, so those that wait for that are read.',
  },
  {
    events: ['payout.*', 'charge.dispute.*', 'charge.refund.*', 'refund.*'],
    assumes: 'They name the account. They only make us read its books again, so none of them need come.',
  },
  {
    events: ['account.application.deauthorized'],
    assumes:
      'The account’s owner has disconnected it, in the mode that `livemode` says; `created` says when, to the second. From then on whatever is asked of the account is refused with 403, before anything is done.',
  },
];
