/** Entries for `LIMITS`: test loads come from one network and few accounts. Limits against harm that adds up stay. */
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
