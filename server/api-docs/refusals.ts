import type { oas32 } from 'zod-openapi';
import type { Route } from '#shared/api/contract.ts';

/** What each status of a refusal means, in words for the document's readers. */
export const refusalTexts = {
  400: 'What was sent could not be read, or breaks the schema; `fields` says where.',
  401: 'No token, or one that is not good any more; for a sign-in, wrong credentials.',
  403: "The account, or the outlet, may not do this; an unverified account's code is `ACCOUNT_NOT_VERIFIED`.",
  404: "There is no such thing, or it is another seller's.",
  409: 'It cannot be done as things stand; `current` is the object as it is now.',
  413: 'The body is larger than can be sent at once.',
  415: 'The body is not JSON.',
  422: 'It was read, and breaks a rule.',
  429: 'Too often; `Retry-After` says when it may be tried again, in seconds.',
  500: 'Something went wrong here.',
  503: 'The service, or one it needs, cannot be reached just now; `Retry-After` says when to try again.',
} as const;
export type RefusalStatus = keyof typeof refusalTexts;

const retryAfter = {
  'Retry-After': { schema: { type: 'integer', minimum: 1 }, description: 'In seconds.' },
} as const;
export const responseHeaders: { [status in RefusalStatus]?: oas32.HeadersObject } = {
  401: { 'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } } },
  429: retryAfter,
  503: retryAfter,
};

/** The statuses with which a call can be refused, derived from what its route consists of. */
export function refusalsOf(method: string, { access, params, query, body }: Route): RefusalStatus[] {
  const writes = method !== 'GET';
  const may: { [status in RefusalStatus]: boolean } = {
    400: true,
    401: access !== 'anyone' || writes,
    403: access !== 'anyone' || writes,
    404: Boolean(params ?? query) || (writes && access !== 'anyone'),
    409: writes,
    413: Boolean(body),
    415: Boolean(body),
    422: writes,
    429: true,
    500: true,
    503: true,
  };
  return (Object.keys(may) as `${RefusalStatus}`[])
    .map((status) => Number(status) as RefusalStatus)
    .filter((status) => may[status]);
}
