/** A refusal as Stripe words it. */
export class StripeProblem extends Error {
  readonly status: number;
  readonly type: string;
  readonly extras: { code?: string; payment_intent?: object; oauth?: true };

  constructor(status: number, type: string, message: string, extras: StripeProblem['extras'] = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.extras = extras;
  }

  body(): object {
    const { oauth, ...extras } = this.extras;
    return oauth
      ? { error: this.type, error_description: this.message }
      : { error: { type: this.type, message: this.message, ...extras } };
  }
}

export function invalid(message: string, code?: string): StripeProblem {
  return new StripeProblem(400, 'invalid_request_error', message, code === undefined ? {} : { code });
}
