import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contract, type RouteKey } from '../../shared/api/contract.ts';
import { readConfig } from '../../server/config/config.ts';
import { limitsOfLoads } from '../support/servers/limits-of-loads.ts';
import { limitsOf } from '../../server/limits/route-limits.ts';
import { limitNames, readLimits, reasonOf, usualLimits } from '../../server/limits/limits.ts';

const numbers = new Intl.NumberFormat('en-GB');

/** `30 in 60 min`, `2 at once`. */
function numberOf(name: (typeof limitNames)[number]): string {
  const { most, seconds } = usualLimits[name];
  if (seconds === null) return `${numbers.format(most)} at once`;
  return `${numbers.format(most)} in ${seconds / 60} min`;
}

it('the table of limits in the documents is the server’s', () => {
  const document = readFileSync('docs/limits.md', 'utf8');
  const told = document.split('\n').filter((row) => /^\| `[a-z-]+` /.test(row));
  expect(told).toEqual(limitNames.map((name) => `| \`${name}\` | ${numberOf(name)} | ${reasonOf(name)} |`));
});

it('the documents name the limits of every route of the contract, as the server has them', () => {
  const document = readFileSync('docs/limits.md', 'utf8');
  const told = document
    .split('\n')
    .filter((row) => /^\| `(GET|POST|PATCH|DELETE|PUT) \/[^|]*(\|[^|]*){2}\|$/.test(row));
  expect(told).toEqual(
    (Object.keys(contract) as RouteKey[]).map((key) => {
      const { byNetwork, byAccount } = limitsOf(key);
      return `| \`${key}\` | \`${byNetwork}\` | ${byAccount ? `\`${byAccount}\`` : ''} |`;
    }),
  );
});

it('single limits are changed, and the others stay', () => {
  const limits = readLimits(['leads-network=20/60', 'hashes=4', 'sign-in-failures=7']);
  expect(limits).toEqual({
    ...usualLimits,
    'leads-network': { most: 20, seconds: 60 },
    hashes: { most: 4, seconds: null },
    'sign-in-failures': { most: 7, seconds: 900 },
  });
});

it('what loads lift are limits', () => {
  expect(readLimits(limitsOfLoads.split(','))).not.toBeNull();
});

it.each([
  'leads=20',
  'leads-network=0',
  'leads-network=-1',
  'leads-network=20/0',
  'hashes=2/60',
  'hashes',
  'hashes=',
  '=1',
])('%s is refused at the start, by the setting’s name', (LIMITS) => {
  expect(() => readConfig({ LIMITS, TOKEN_SECRET: 'q8Zt3vN1xLw6RkY0pHs5Jd2Bc7Mf4GaE' })).toThrow(
    'Not a valid value: LIMITS.',
  );
});

it.each(['1', '2', '*', 'true', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy.internal'])(
  'TRUST_PROXY=%s is refused: it names no address',
  (TRUST_PROXY) => {
    expect(() => readConfig({ TRUST_PROXY, TOKEN_SECRET: 'q8Zt3vN1xLw6RkY0pHs5Jd2Bc7Mf4GaE' })).toThrow(
      'Not a valid value: TRUST_PROXY.',
    );
  },
);

it('TRUST_PROXY takes addresses, networks and the names of those inside', () => {
  const named = ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', 'loopback'];
  const { trustProxy } = readConfig({
    TRUST_PROXY: named.join(','),
    TOKEN_SECRET: 'q8Zt3vN1xLw6RkY0pHs5Jd2Bc7Mf4GaE',
  });
  expect(trustProxy).toEqual(named);
});
