import { contract, type Contract, type RouteKey } from '#shared/api/contract.ts';
import type { LimitName } from './limits.ts';

type OpenRoute = { [K in RouteKey]: Contract[K]['access'] extends 'anyone' ? K : never }[RouteKey];

/** The rate of each route that takes no token, by the network that calls. One that is missing does not compile. */
const openRoutes: Record<OpenRoute, LimitName> = {
  'POST /sellers/register': 'attempts-network',
  'POST /sellers/sign-in': 'attempts-network',
  'POST /sellers/leads': 'attempts-network',
  'POST /sellers/refresh-token': 'tokens-network',
  'POST /sellers/sign-out': 'tokens-network',
  'GET /images/origins': 'menus-network',
  'GET /customers/outlets/:outletId/menu': 'menus-network',
  'GET /customers/outlets/:outletId/events': 'menus-network',
  'GET /customers/outlets/:outletId/pick-up': 'menus-network',
  'GET /customers/outlets/:outletId/pick-up/events': 'menus-network',
  'POST /customers/outlets/:outletId/orders': 'orders-network',
  'GET /customers/orders/:orderId': 'tracking-network',
  'GET /customers/orders/:orderId/events': 'tracking-network',
  'POST /customers/orders/:orderId/notifications': 'notifications-network',
  'DELETE /customers/orders/:orderId/notifications/:notificationId': 'notifications-network',
  'POST /alerts/arrived': 'tracking-network',
};

/** Open routes that store something for any caller. Each network's requests are handled a few at a time. */
const inTurns: ReadonlySet<RouteKey> = new Set<OpenRoute>([
  'POST /sellers/register',
  'POST /sellers/leads',
  'POST /sellers/refresh-token',
  'POST /sellers/sign-out',
]);

export type RouteLimits = {
  /** The rate by the calling network. */
  byNetwork: LimitName;
  /** The rate by the account. */
  byAccount: LimitName | null;
  /** How many requests of one network are handled at once. */
  atOnce: LimitName | null;
};

export function limitsOf(key: RouteKey): RouteLimits {
  const atOnce = inTurns.has(key) ? 'asked-network' : null;
  if (contract[key].access === 'anyone')
    return { byNetwork: openRoutes[key as OpenRoute], byAccount: null, atOnce };
  return {
    byNetwork: 'calls-network',
    byAccount: key.startsWith('GET ') ? 'reads-account' : 'writes-account',
    atOnce,
  };
}
