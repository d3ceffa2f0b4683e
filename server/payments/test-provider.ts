import type { PaymentOutcome, PaymentProvider, PaymentStep } from './payment-provider.ts';

/** How the test provider answers a capture; tests change it. */
export type CaptureScript = (step: PaymentStep, attempt: number) => PaymentOutcome | Promise<PaymentOutcome>;

export type TestProvider = PaymentProvider & {
  /** Money taken and holds given back, by order id; each at most once, as an idempotent provider would. */
  readonly captured: ReadonlyMap<string, number>;
  readonly released: ReadonlySet<string>;
  /** Replaces what happens at the next captures. */
  scriptCapture(script: CaptureScript): void;
};

/** The built-in provider of D22: `test_ok` authorises, `test_declined` fails. For the demo and tests only. */
export function testProvider(): TestProvider {
  const captured = new Map<string, number>();
  const released = new Set<string>();
  const attempts = new Map<string, number>();
  let script: CaptureScript = () => ({ kind: 'done' });
  return {
    captured,
    released,
    scriptCapture(next) {
      script = next;
    },
    hold({ orderId, method }) {
      if (method === 'test_ok') return { kind: 'authorised', reference: `test_${orderId}` };
      return { kind: method === 'test_declined' ? 'declined' : 'unknown-method' };
    },
    async capture(step) {
      const attempt = (attempts.get(step.idempotencyKey) ?? 0) + 1;
      attempts.set(step.idempotencyKey, attempt);
      const outcome = await script(step, attempt);
      if (outcome.kind === 'done') captured.set(step.orderId, step.amount);
      return outcome;
    },
    async release({ orderId }) {
      released.add(orderId);
      return { kind: 'done' };
    },
  };
}
