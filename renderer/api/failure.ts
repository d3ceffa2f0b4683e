import { GENERIC_MESSAGE } from '#shared/api/generic-message.ts';

/** A failed call, in words for a person. `status` 0: the server could not be reached. */
export type Failure = {
  status: number;
  code: string;
  message: string;
  /** A sentence for each invalid field. */
  fields: Record<string, string>;
  /** With a 409: the current object, as the server sent it. */
  current: unknown;
  /** How long the server asks to wait, if it says so. */
  retryAfterMs?: number;
  /** The reply is no JSON object: a proxy's own page, as while the server behind it is replaced, or nothing. */
  isNotOfApi?: true;
  /** An earlier try of the same press had no answer, so it may have been done. */
  isAfterSilence?: true;
};

export class CallFailed extends Error {
  override name = 'CallFailed';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export const unreachable: Failure = {
  status: 0,
  code: 'UNREACHABLE',
  message: 'The server cannot be reached. Please check the connection and try again.',
  fields: {},
  current: null,
};

/** Whether an earlier request with the same key was done, and asked for something else: its answer was lost. */
export const wasDoneOtherwise = ({ code }: Failure): boolean => code === 'IDEMPOTENCY_KEY_REUSED';

/** Reads the usual error body, or another server's: `error` as an object, or as a sentence. */
export function readFailure(status: number, body: unknown): Failure {
  const { error, current = null } = asRecord(body);
  const details = asRecord(error);
  const said = typeof error === 'string' ? error : details['message'];
  return {
    status,
    code: typeof details['code'] === 'string' ? details['code'] : `HTTP_${status}`,
    message: typeof said === 'string' && said !== '' ? said : GENERIC_MESSAGE,
    fields: asRecord(details['fields']) as Record<string, string>,
    current,
    ...((typeof body !== 'object' || body === null || Array.isArray(body)) && { isNotOfApi: true as const }),
  };
}

/** The failure behind any thrown value. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CallFailed) return error.failure;
  return { status: 0, code: 'UNEXPECTED', message: GENERIC_MESSAGE, fields: {}, current: null };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
