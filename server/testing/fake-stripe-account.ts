import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { originOf, type CardOrigin, type FakeBalanceTransaction } from './fake-stripe-balance.ts';
import { chargeOf, fakeStripeBooks, idOf, type FakeBooks } from './fake-stripe-books.ts';
import { invalid, StripeProblem } from './fake-stripe-problem.ts';
import type { FakeRequest } from './fake-stripe.ts';

/** The fields of an intent that the server or a test reads. */
type IntentShape = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'status'
  | 'amount'
  | 'amount_received'
  | 'application_fee_amount'
  | 'created'
  | 'currency'
  | 'client_secret'
  | 'metadata'
  | 'capture_method'
  | 'confirmation_method'
>;
export type FakeIntent = IntentShape & {
  card: string;
  /** The cards whose bank was asked for the money, in order. */
  tried: string[];
  captures: number;
  cardFrom: CardOrigin;
  lastFour: string;
  /** Once it is captured; null before, as at Stripe. */
  balanceTransaction: FakeBalanceTransaction | null;
  captureBefore: number;
  refunds: (RefundShape & { refund_application_fee: boolean })[];
};
type RefundShape = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'status' | 'payment_intent' | 'metadata' | 'created'
>;

/** One connected account; nothing of another account can be reached from it. */
export type FakeAccount = {
  id: string;
  intents: FakeIntent[];
  /** False while Stripe has paused it. */
  takesPayments: boolean;
  /** What moved the balance, oldest first. */
  balance: FakeBalanceTransaction[];
  /** Its payouts, disputes and prices, and what can happen to them. */
  books: FakeBooks;
  /** The one intent of an order; throws where there are none or several. */
  intentOf(orderId: string): FakeIntent;
  /**
   * The customer confirms or refuses at their bank (3-D Secure), as Stripe.js has them asked. An intent that is confirmed
   * by hand then waits for that.
   */
  authenticate(intent: FakeIntent, outcome: 'confirmed' | 'refused'): void;
  /** Somebody refunds the payment in Stripe's dashboard; with metadata, it stands for a refund that we have forgotten. */
  refundByHand(intent: FakeIntent, amount: number, metadata?: Record<string, string>): void;
  /** Somebody takes the held money in Stripe's dashboard, or only a part of it. */
  captureByHand(intent: FakeIntent, amount?: number): void;
  /** Ends a hold as Stripe does when its time is over. */
  lapse(intent: FakeIntent): void;
  /** The intent's JSON, as Stripe replies with it. */
  shown(intent: FakeIntent): object;
  /** Throws a {@link StripeProblem} where Stripe would refuse. */
  answer(request: FakeRequest): object;
  /** The same for a request with the publishable key, which anybody has: they try a card on an intent whose secret they know. */
  answerAnybody(request: Pick<FakeRequest, 'method' | 'path' | 'params'>): object;
};

/** Its payments are disputed as soon as they are taken. */
const DISPUTED = 'pm_card_createDispute';
const HOLD_S = 7 * 24 * 60 * 60;
const confirming = /^\/v1\/payment_intents\/(\w+)\/confirm$/;
const createParams =
  /^(amount|currency|application_fee_amount|payment_method|allowed_payment_method_types\[0\]|capture_method|confirmation_method|confirm|metadata\[order_id\]|expand\[0\])$/;

export function fakeStripeAccount(id: string, now: () => Date): FakeAccount {
  const intents: FakeIntent[] = [];
  const books = fakeStripeBooks(seconds, intents);
  const disputed = new Set<string>();

  const routes: [method: string, path: RegExp, act: (request: FakeRequest, id: string) => object][] = [
    [
      'GET',
      /^\/v1\/accounts\/(\w+)$/,
      () => ({ id, object: 'account', charges_enabled: made.takesPayments }),
    ],
    ['POST', /^\/v1\/payment_intents$/, create],
    ['GET', /^\/v1\/payment_intents$/, listIntents],
    [
      'GET',
      /^\/v1\/payment_intents\/(\w+)$/,
      ({ params }, intent) => shown(find(intent), params['expand[0]']),
    ],
    ['POST', confirming, (_request, intent) => confirm(intent)],
    ['POST', /^\/v1\/payment_intents\/(\w+)\/capture$/, capture],
    ['POST', /^\/v1\/payment_intents\/(\w+)\/cancel$/, (_request, intent) => cancel(intent)],
    ['GET', /^\/v1\/refunds$/, ({ params }) => list(find(params['payment_intent'] ?? '').refunds)],
    ['POST', /^\/v1\/refunds$/, refund],
    ...books.routes,
  ];

  function create({ params }: FakeRequest): object {
    const unknown = Object.keys(params).find((name) => !createParams.test(name));
    if (unknown !== undefined) throw invalid(`Received unknown parameter: ${unknown}`);
    const amount = pennies(params['amount']);
    const fee = pennies(params['application_fee_amount']);
    if (amount < 30) throw invalid('Amount must be at least £0.30 gbp');
    if (fee > amount) throw invalid('The application fee cannot be more than the amount.');
    if (params['currency'] !== 'gbp' || params['capture_method'] !== 'manual' || params['confirm'] !== 'true')
      throw invalid('The stand-in knows only manual capture in pounds, confirmed at once.');
    const card = params['payment_method'] ?? '';
    if (!made.takesPayments) throw invalid('Your account cannot currently make charges.');
    const { atOnce } = kindOf(card);
    const created = Math.floor(now().getTime() / 1000);
    const key = randomUUID().replaceAll('-', '');
    const intent: FakeIntent = {
      id: `pi_${key}`,
      object: 'payment_intent',
      status: 'requires_confirmation',
      amount,
      amount_received: 0,
      application_fee_amount: fee,
      created,
      currency: 'gbp',
      client_secret: `pi_${key}_secret_${key}`,
      metadata: { order_id: params['metadata[order_id]'] ?? '' },
      capture_method: 'manual',
      confirmation_method: params['confirmation_method'] === 'manual' ? 'manual' : 'automatic',
      card,
      tried: [],
      captures: 0,
      cardFrom: originOf(card),
      lastFour: card === 'pm_card_fr' ? '0003' : '4242',
      balanceTransaction: null,
      captureBefore: created + HOLD_S,
      refunds: [],
    };
    intents.push(intent);
    if (card === DISPUTED) disputed.add(intent.id);
    return come(intent, atOnce);
  }

  /** What comes of a card; its bank is asked for the money unless it first wants to hear from its customer. */
  function come(intent: FakeIntent, status: Stripe.PaymentIntent.Status): object {
    intent.status = status;
    if (status !== 'requires_action') intent.tried.push(intent.card);
    if (status !== 'requires_payment_method') return shown(intent);
    throw new StripeProblem(402, 'card_error', 'Your card was declined.', {
      code: 'card_declined',
      payment_intent: shown(intent),
    });
  }

  function confirm(intentId: string): object {
    const intent = find(intentId);
    if (intent.status !== 'requires_confirmation') throw unexpectedState(intent, 'confirmed');
    return come(intent, kindOf(intent.card).agreed);
  }

  function confirmAsAnybody(intentId: string, params: Record<string, string>): object {
    const intent = find(intentId);
    if (params['client_secret'] !== intent.client_secret) throw invalid('No such payment_intent');
    if (intent.confirmation_method === 'manual')
      throw invalid(
        'This PaymentIntent cannot be confirmed using your publishable key because its `confirmation_method` is set to `manual`.',
      );
    if (!/^requires_(action|confirmation|payment_method)$/.test(intent.status))
      throw unexpectedState(intent, 'confirmed');
    intent.card = params['payment_method'] ?? intent.card;
    return come(intent, kindOf(intent.card).atOnce);
  }

  function capture({ params }: FakeRequest, intentId: string): object {
    return take(find(intentId), pennies(params['amount_to_capture']));
  }

  function take(intent: FakeIntent, amount: number): object {
    if (intent.status !== 'requires_capture') throw unexpectedState(intent, 'captured');
    if (amount > intent.amount) throw invalid('This is more than was authorised.');
    intent.captures += 1;
    intent.amount_received = amount;
    intent.status = 'succeeded';
    intent.balanceTransaction = books.bookCharge(intent);
    if (disputed.has(intent.id)) books.dispute(intent);
    return shown(intent);
  }

  function cancel(intentId: string): object {
    const intent = find(intentId);
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw unexpectedState(intent, 'canceled');
    intent.status = 'canceled';
    return shown(intent);
  }

  function refund({ params }: FakeRequest): object {
    const intent = find(params['payment_intent'] ?? '');
    const amount = pennies(params['amount']);
    const flag = params['refund_application_fee'];
    if (flag !== 'true' && flag !== 'false') throw invalid('The stand-in wants refund_application_fee said.');
    const left = intent.amount_received - sum(intent.refunds.filter(({ status }) => status !== 'failed'));
    if (left === 0) throw invalid('Charge has already been refunded.', 'charge_already_refunded');
    if (amount > left)
      throw invalid(`Refund amount (£${amount}) is greater than unrefunded amount (£${left})`);
    const made = {
      id: idOf('re'),
      object: 'refund',
      amount,
      status: 'succeeded',
      payment_intent: intent.id,
      metadata: {
        order_id: params['metadata[order_id]'] ?? '',
        refund_id: params['metadata[refund_id]'] ?? '',
      },
      refund_application_fee: flag === 'true',
      created: seconds(),
    } satisfies FakeIntent['refunds'][number];
    books.bookRefund(intent, made);
    return made;
  }

  function listIntents({ params }: FakeRequest): object {
    const since = Number(params['created[gte]'] ?? 0);
    const until = Number(params['created[lte]'] ?? Infinity);
    return list(
      intents.filter(({ created }) => created >= since && created <= until).map((intent) => shown(intent)),
    );
  }

  function find(intentId: string): FakeIntent {
    const intent = intents.find((one) => one.id === intentId);
    if (!intent) throw new StripeProblem(404, 'invalid_request_error', `No such payment_intent: ${intentId}`);
    return intent;
  }

  function seconds(): number {
    return Math.floor(now().getTime() / 1000);
  }

  function shown(whole: FakeIntent, expanded = ''): object {
    const {
      card: _card,
      tried: _tried,
      captures: _captures,
      cardFrom: _from,
      lastFour,
      captureBefore,
      refunds: _refunds,
      balanceTransaction,
      ...intent
    } = whole;
    const card = { capture_before: captureBefore, brand: 'visa', last4: lastFour };
    const booked = expanded.endsWith('.balance_transaction') ? balanceTransaction : balanceTransaction?.id;
    const charged = intent.status === 'requires_capture' || intent.status === 'succeeded';
    return {
      ...intent,
      latest_charge: charged
        ? { id: chargeOf(intent), payment_method_details: { card }, balance_transaction: booked ?? null }
        : null,
    };
  }

  function unexpectedState(intent: FakeIntent, what: string): StripeProblem {
    const message = `This PaymentIntent could not be ${what} because it has a status of ${intent.status}.`;
    return new StripeProblem(400, 'invalid_request_error', message, {
      code: 'payment_intent_unexpected_state',
      payment_intent: shown(intent),
    });
  }

  const made: FakeAccount = {
    id,
    takesPayments: true,
    intents,
    balance: books.balance,
    books,
    shown,
    intentOf(orderId) {
      const found = intents.filter(({ metadata }) => metadata['order_id'] === orderId);
      if (found.length !== 1 || !found[0])
        throw new Error(`The order ${orderId} has ${found.length} intents`);
      return found[0];
    },
    authenticate(intent, outcome) {
      const byHand = intent.confirmation_method === 'manual';
      if (outcome === 'refused') intent.status = 'requires_payment_method';
      else if (byHand) intent.status = 'requires_confirmation';
      else {
        intent.status = kindOf(intent.card).agreed;
        intent.tried.push(intent.card);
      }
    },
    refundByHand(intent, amount, metadata = {}) {
      books.bookRefund(intent, {
        id: idOf('re'),
        object: 'refund',
        amount,
        status: 'succeeded',
        payment_intent: intent.id,
        metadata,
        refund_application_fee: false,
        created: seconds(),
      });
    },
    captureByHand: (intent, amount = intent.amount) => void take(intent, amount),
    lapse(intent) {
      intent.status = 'canceled';
    },
    answer(request) {
      for (const [method, path, act] of routes) {
        const match = method === request.method ? path.exec(request.path) : null;
        if (match) return act(request, match[1] ?? '');
      }
      throw new StripeProblem(404, 'invalid_request_error', `Unrecognized request URL: ${request.path}`);
    },
    answerAnybody({ method, path, params }) {
      const match = method === 'POST' ? confirming.exec(path) : null;
      if (match) return confirmAsAnybody(match[1] ?? '', params);
      throw new StripeProblem(401, 'invalid_request_error', 'This call needs a secret key.');
    },
  };
  return made;
}

type CardKind = {
  /** What comes of it when a hold is asked for. */
  atOnce: Stripe.PaymentIntent.Status;
  /** What comes of it once its bank has heard from its customer. */
  agreed: Stripe.PaymentIntent.Status;
};
const pays: CardKind = { atOnce: 'requires_capture', agreed: 'requires_capture' };
const declined: CardKind = { atOnce: 'requires_payment_method', agreed: 'requires_payment_method' };

/** Stripe's own test cards. */
const cardKinds: Record<string, CardKind> = {
  pm_card_visa: pays,
  pm_card_fr: pays,
  pm_card_us: pays,
  [DISPUTED]: pays,
  pm_card_visa_chargeDeclined: declined,
  pm_card_authenticationRequired: { ...pays, atOnce: 'requires_action' },
  pm_card_threeDSecureRequiredChargeDeclined: { ...declined, atOnce: 'requires_action' },
};

/** `pm_card_visa_7` and `pm_card_visa_8` are different cards of one kind. */
function kindOf(card: string): CardKind {
  const kind = cardKinds[card.replace(/_\d+$/, '')];
  if (!kind) throw invalid('No such PaymentMethod', 'resource_missing');
  return kind;
}

function list(data: object[]): object {
  return { object: 'list', data, has_more: false };
}

function sum(refunds: { amount: number }[]): number {
  return refunds.reduce((total, { amount }) => total + amount, 0);
}

function pennies(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,7}$/.test(text)) throw invalid(`Invalid integer: ${text}`);
  return Number(text);
}
