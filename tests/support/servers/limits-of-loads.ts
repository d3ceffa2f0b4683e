/** For `LIMITS`: loads come from one network, and in the name of few accounts. What harms by adding up stays as it is. */
export const limitsOfLoads = [
  'orders-network',
  'menus-network',
  'tracking-network',
  'tokens-network',
  'attempts-network',
  'calls-network',
  'pages-network',
  'reads-account',
  'writes-account',
  'cards-asked-network',
  'cards-waiting-network',
  'uploads-network',
  'unknown-sockets-network',
  'connections-network',
  'sign-ins-email',
]
  .map((name) => `${name}=10000000`)
  .join(',');
