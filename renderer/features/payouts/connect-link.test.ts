import { afterEach, expect, it, vi } from 'vitest';
import { readProfile } from '../../api/read-profile.ts';
import { connectLink } from './connect-link.ts';

afterEach(() => vi.unstubAllEnvs());

const linkOf = (profile: object, apiBase = '/api') => {
  const link = connectLink(readProfile(profile), apiBase, 'https://orders.example.com/payouts?stripe=denied');
  return link === null ? null : new URL(link);
};

it('the link to Stripe carries the signed state and leads back to the API (D39)', () => {
  const link = linkOf({ id: 'a', stripeClientId: 'ca_1', stripeConnectState: 'a.1.n.s' });
  expect(link?.origin).toBe('https://connect.stripe.com');
  expect(link?.pathname).toBe('/oauth/authorize');
  expect(Object.fromEntries(link?.searchParams ?? [])).toEqual({
    response_type: 'code',
    scope: 'read_write',
    client_id: 'ca_1',
    state: 'a.1.n.s',
    redirect_uri: 'https://orders.example.com/api/stripe/get-token',
  });
});

it('a server without signed states is given the account id; one without a client id has no link (D39)', () => {
  expect(linkOf({ id: 'a', stripeClientId: 'ca_1' })?.searchParams.get('state')).toBe('a');
  expect(linkOf({ id: 'a', stripeConnectState: 'a.1.n.s' })).toBeNull();
});

it('a server that names no client id is given the one of the build, and its own goes first (D2, D39)', () => {
  vi.stubEnv('VITE_STRIPE_CLIENT_ID', 'ca_built');
  const link = linkOf({ _id: 'a' });
  expect(link?.searchParams.get('client_id')).toBe('ca_built');
  expect(link?.searchParams.get('state')).toBe('a');
  expect(linkOf({ id: 'a', stripeClientId: 'ca_1' })?.searchParams.get('client_id')).toBe('ca_1');
});

it('from the till the way back is the API it talks to (D39)', () => {
  const link = linkOf({ id: 'a', stripeClientId: 'ca_1' }, 'https://api.example.com/api');
  expect(link?.searchParams.get('redirect_uri')).toBe('https://api.example.com/api/stripe/get-token');
});
