import { networkInterfaces } from 'node:os';
import { generate } from 'lean-qr';
import type { Reply } from '#shared/api/contract.ts';
import { demoAccounts } from './seed.ts';

/** A table that guests can order from: its address, and the same as a code to scan off the terminal. */
export type ScannableTable = { table: string; address: string; code: string };

/**
 * The address of a table of an outlet, as the seller would print it.
 * @param guestsOrigin where guests reach the server
 */
export async function scannableTable(
  origin: string,
  guestsOrigin: string,
  outletId: string,
  table: string,
): Promise<ScannableTable> {
  const { account } = await post<Reply<'POST /sellers/sign-in'>>(`${origin}/api/sellers/sign-in`, {
    email: demoAccounts.seller,
    password: demoAccounts.password,
  });
  const { tables } = await post<Reply<'POST /sellers/outlets/:outletId/table-codes'>>(
    `${origin}/api/sellers/outlets/${outletId}/table-codes`,
    { tables: [table] },
    account.accessToken,
  );
  const address = new URL(tables[0]?.url ?? '/', guestsOrigin).href;
  // Two characters are about as wide as one is high; light around it, also in a dark terminal.
  const code = generate(address).toString({ on: '  ', off: '██', pad: 2 });
  return { table, address, code };
}

/** Where other devices reach a server that listens on every address; null if this machine is on no network. */
export function addressOnNetwork(port: string): string | null {
  const found = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  return found ? `http://${found.address}:${port}` : null;
}

async function post<T>(address: string, body: unknown, token?: string): Promise<T> {
  const reply = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}`);
  return (await reply.json()) as T;
}
