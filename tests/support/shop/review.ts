import type { AccountStatusValue } from '#shared/base/account-statuses.ts';
import { adminEmail, type TestPlatform } from './platform.ts';

type Reviewed = { id: string; name?: string; companyName?: string };

/** Sets the status of a seller, by company, or of an outlet, by name, as an admin does. */
export async function review(
  platform: TestPlatform,
  what: 'sellers' | 'outlets',
  name: string,
  status: AccountStatusValue,
): Promise<void> {
  const accessToken = await adminsToken(platform);
  const all = await call<Reviewed[]>(platform, 'GET', `/admin/${what}`, { accessToken });
  const found = all.find((one) => one.name === name || one.companyName === name);
  if (!found) throw new Error(`There is no ${name} to review`);
  const path = what === 'sellers' ? '/admin/sellers' : '/admin/sellers/outlet';
  await call(platform, 'PATCH', path, { accessToken, body: { id: found.id, accountStatus: status } });
}

/** One sign-in per platform, because sign-ins are limited and appear in the audit log. */
const tokens = new WeakMap<TestPlatform, Promise<string>>();

function adminsToken(platform: TestPlatform): Promise<string> {
  const known = tokens.get(platform) ?? signIn(platform);
  tokens.set(platform, known);
  return known;
}

async function signIn(platform: TestPlatform): Promise<string> {
  const { account } = await call<{ account: { accessToken: string } }>(platform, 'POST', '/sellers/sign-in', {
    body: { email: adminEmail, password: platform.password },
  });
  return account.accessToken;
}

async function call<T>(
  { origin }: TestPlatform,
  method: string,
  path: string,
  { body, accessToken }: { body?: object; accessToken?: string },
): Promise<T> {
  const reply = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as T;
}
