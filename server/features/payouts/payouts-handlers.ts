import { badCursor, notFound } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { BalanceStore } from './balance-store.ts';
import type { payoutsRepository } from './payouts-repository.ts';

type PayoutsHandlers = Pick<
  RouteHandlers,
  'GET /sellers/payouts' | 'GET /sellers/payouts/:payoutId' | 'GET /sellers/disputes'
>;

export function payoutsHandlers(
  repository: ReturnType<typeof payoutsRepository>,
  store: Pick<BalanceStore, 'compare'>,
): PayoutsHandlers {
  return {
    'GET /sellers/payouts': async ({ caller, query }) => {
      const page = await repository.payouts(caller.id, query);
      const differences = await repository.differences(caller.id, query.differencesCursor);
      if (!page || !differences) return badCursor();
      const { readAt, failure } = await repository.account(caller.id);
      const open = await store.compare(await repository.openOrders(caller.id));
      return {
        readAt: readAt?.toISOString() ?? null,
        failure,
        inTransit: await repository.inTransit(caller.id),
        ...page,
        unexplained: {
          amount: open.reduce((total, { ledger, bank }) => total + bank - ledger, 0),
          ...differences,
        },
      };
    },
    'GET /sellers/payouts/:payoutId': async ({ caller, params }) =>
      (await repository.payout(caller.id, params.payoutId)) ?? notFound(),
    'GET /sellers/disputes': async ({ caller }) => ({ disputes: await repository.disputes(caller.id) }),
  };
}
