import type { InProcessProvider, PaymentOutcome, PaymentStep, RefundStep } from './payment-provider.ts';

/**
 * How the test provider answers; with `acts-then-drops` it does what was asked and loses its answer. Tests set it.
 */
export type Script = (step: PaymentStep, attempt: number) => Scripted | Promise<Scripted>;
type Scripted = PaymentOutcome | { kind: 'acts-then-drops' };

export type TestProvider = InProcessProvider & {
  /** Taken money and released holds, by order id; each at most once, as an idempotent provider would. */
  readonly captured: ReadonlyMap<string, number>;
  readonly released: ReadonlySet<string>;
  /** Refunded money, by our refund id. */
  readonly refunded: ReadonlyMap<string, RefundStep>;
  /** Sets the outcome of later captures, releases and refunds. */
  scriptCapture(script: Script): void;
  scriptRelease(script: Script): void;
  scriptRefund(script: Script): void;
};

const succeed: Script = () => ({ kind: 'done' });

/** The built-in provider: `test_ok` authorises, `test_declined` fails. For the demo and tests only. */
export function testProvider(): TestProvider {
  const captured = new Map<string, number>();
  const released = new Set<string>();
  const attempts = new Map<string, number>();
  let captures = succeed;
  let releases = succeed;
  const refunded = new Map<string, RefundStep>();
  let refunds = succeed;

  async function play(script: Script, step: PaymentStep, act: () => void): Promise<PaymentOutcome> {
    const attempt = (attempts.get(step.idempotencyKey) ?? 0) + 1;
    if (script !== succeed) attempts.set(step.idempotencyKey, attempt);
    const outcome = await script(step, attempt);
    if (outcome.kind === 'failed' || outcome.kind === 'unknown') return outcome;
    act();
    if (outcome.kind === 'acts-then-drops') throw new Error('The connection was lost');
    return outcome;
  }

  return {
    decides: 'in-process',
    captured,
    released,
    refunded,
    scriptCapture(next) {
      captures = next;
    },
    scriptRelease(next) {
      releases = next;
    },
    scriptRefund(next) {
      refunds = next;
    },
    hold({ orderId, method }) {
      if (method === 'test_ok') return { kind: 'authorised', reference: `test_${orderId}` };
      return { kind: method === 'test_declined' ? 'declined' : 'unknown-method' };
    },
    capture: (step) => play(captures, step, () => captured.set(step.orderId, step.amount)),
    release: (step) => play(releases, step, () => released.add(step.orderId)),
    refund: (step) => play(refunds, step, () => refunded.set(step.refundId, step)),
  };
}
