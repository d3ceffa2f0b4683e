import type { ErrorBody } from '#shared/api/errors.ts';

/** An expected failure, which becomes an error reply. Services return it; throwing is for bugs. */
export class Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly extras: RefusalExtras;

  constructor(status: number, code: string, message: string, extras: RefusalExtras) {
    this.status = status;
    this.code = code;
    this.message = message;
    this.extras = extras;
  }

  body(): ErrorBody {
    const { fields, current } = this.extras;
    return {
      error: { code: this.code, message: this.message, ...(fields && { fields }) },
      ...(current !== undefined && { current }),
    };
  }
}

export type RefusalExtras = {
  /** A sentence for each path that is invalid. */
  fields?: Record<string, string>;
  /** With a 409: the current object. */
  current?: unknown;
  /** With 429 and 503, in seconds. */
  retryAfter?: number;
};

export function refuse(status: number, code: string, message: string, extras: RefusalExtras = {}): Refusal {
  return new Refusal(status, code, message, extras);
}

/** @param fields a sentence for each path that is invalid */
export function invalid(fields: Record<string, string>): Refusal {
  return refuse(400, 'INVALID_REQUEST', 'Some of what was sent is not right.', { fields });
}

/** The same for an unknown id and for another seller's. */
export function notFound(): Refusal {
  return refuse(404, 'NOT_FOUND', 'There is nothing here.');
}

/** For an idempotency key that came with another request before. */
export function keyReused(): Refusal {
  return refuse(422, 'IDEMPOTENCY_KEY_REUSED', 'This key was already used for something else.');
}

/** For a cursor that no page returned. */
export function badCursor(): Refusal {
  const message = 'This is not where a page ended.';
  return refuse(400, 'INVALID_REQUEST', message, { fields: { cursor: message } });
}

/** @param retryAfter in seconds */
export function tooManyAttempts(retryAfter: number): Refusal {
  return refuse(429, 'TOO_MANY_ATTEMPTS', 'Too many attempts. Please wait a while and try again.', {
    retryAfter,
  });
}
