/** What the web build stores of a sign-in, by its keys in local storage. */
export type KeptSignIn = { account: string; accessToken: string; refreshToken: string };

/** Sends a refresh token independently of the browser; the reply's status. */
export async function sendToken(origin: string, call: string, refreshToken: string | null | undefined) {
  const reply = await post(origin, call, { refreshToken });
  return reply.status;
}

const post = (origin: string, call: string, body: object) =>
  fetch(`${origin}/api/sellers/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Signs in independently of the browser. */
export async function signInBeside(origin: string, email: string, password: string): Promise<KeptSignIn> {
  const reply = await post(origin, 'sign-in', { email, password });
  if (!reply.ok) throw new Error(`Signing in answered ${reply.status}: ${await reply.text()}`);
  const { account } = (await reply.json()) as { account: { accessToken: string; refreshToken: string } };
  const { accessToken, refreshToken } = account;
  return { account: JSON.stringify(account), accessToken, refreshToken };
}
