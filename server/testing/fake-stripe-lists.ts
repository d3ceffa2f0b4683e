import { invalid } from './fake-stripe-problem.ts';

/** Newest first, as Stripe lists everything; `created[gte]` and `created[lt]` are seconds. */
export function within<One extends { created: number }>(
  all: readonly One[],
  params: Record<string, string>,
): One[] {
  const unknown = Object.keys(params).find((name) => !listParams.test(name));
  if (unknown !== undefined) throw invalid(`Received unknown parameter: ${unknown}`);
  const since = Number(params['created[gte]'] ?? 0);
  const until = Number(params['created[lt]'] ?? Infinity);
  return all.filter(({ created }) => created >= since && created < until).toReversed();
}
const listParams = /^(created\[(gte|lt)\]|limit|starting_after|payout|expand\[0\])$/;

export function page<One extends { id: string }>(
  all: One[],
  params: Record<string, string>,
  show: (one: One) => object = (one) => one,
): object {
  const limit = Number(params['limit'] ?? 10);
  if (!(limit >= 1 && limit <= 100)) throw invalid('A page has 1 to 100 objects.');
  const after = params['starting_after'];
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const shown = all.slice(from, from + limit);
  return { object: 'list', data: shown.map(show), has_more: from + limit < all.length };
}
