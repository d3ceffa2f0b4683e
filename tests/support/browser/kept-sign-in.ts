/** What the web build stores of a sign-in, by its keys in local storage. */
export type KeptSignIn = { account: string; accessToken: string; refreshToken: string };

/** Signs in independently of the browser. */
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
