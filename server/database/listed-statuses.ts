import type { OrderStatus } from '#shared/base/order-statuses.ts';

/** The statuses as SQL writes them between the brackets of `in (…)`. */
export const listedStatuses = (...groups: Iterable<OrderStatus>[]): string =>
  groups.flatMap((group) => [...group].map((status) => `'${status}'`)).join(', ');
