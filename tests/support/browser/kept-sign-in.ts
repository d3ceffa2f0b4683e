/** What the web build keeps of a sign-in: the keys of the specification (spec §3) and their values. */
export type KeptSignIn = { account: string; accessToken: string; refreshToken: string };

/** Signs in beside the browser. */
export async function signInBeside(origin: string, email: string, password: string): Promise<KeptSignIn> {
  const reply = await fetch(`${origin}/api/sellers/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!reply.ok) throw new Error(`Signing in answered ${reply.status}: ${await reply.text()}`);
  const { account } = (await reply.json()) as { account: { accessToken: string; refreshToken: string } };
  const { accessToken, refreshToken } = account;
  return { account: JSON.stringify(account), accessToken, refreshToken };
}
