import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, WebSocket } from 'undici';
import { jpeg } from '../support/samples/pictures.ts';
import {
  anyNetwork,
  flood,
  oneSlash64,
  poolOf,
  THEIR_ADDRESS,
  theirNextPort,
  type Ask,
  type Attack,
  type Target,
} from './flood.ts';
import { guestAttacks } from './guest-attacks.ts';

const orderWith =
  ({ outlets, basket }: Target, paymentMethod: () => string) =>
  (n: number): Ask => ({
    path: `/api/customers/outlets/${outlets[n % outlets.length]}/orders`,
    body: JSON.stringify({ ...JSON.parse(basket), paymentMethod: paymentMethod() }),
  });
let cards = 0;
const declined = () => `pm_card_visa_chargeDeclined_${(cards += 1)}`;
const askTheBank = () => 'pm_card_authenticationRequired';

const signIn = (email: string, password: string): Ask => ({
  path: '/api/sellers/sign-in',
  body: JSON.stringify({ email, password }),
});

const register = (n: number): Ask => ({
  path: '/api/sellers/register',
  body: JSON.stringify({
    email: `${n}.${randomUUID()}@attack.test`,
    password: 'a password of an attacker',
    companyName: 'Nobody Ltd',
    companyWebsite: '',
    companyPhoneNumber: '020 7946 0123',
    addressLine1: '1 Nowhere',
    addressLine2: '',
    city: 'London',
    county: '',
    country: 'United Kingdom',
    postcode: 'SE1 9DX',
  }),
});

/** WebSockets that send packets but never a token; closed ones are opened again. */
async function sockets({ origin }: Target, ms: number): Promise<void> {
  const end = performance.now() + ms;
  const dispatcher = new Agent({ connect: { localAddress: THEIR_ADDRESS } });
  const address = `${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const packet = `42${JSON.stringify(['connect-outlet', 'x'.repeat(1_000)])}`;
  const each = async () => {
    while (performance.now() < end) {
      const socket = new WebSocket(address, { dispatcher });
      socket.addEventListener('error', () => undefined);
      socket.addEventListener('open', () => socket.send(packet));
      const closed = new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }));
      await Promise.race([closed, wait(Math.max(0, end - performance.now()))]);
      // A program that is refused at once would otherwise use its own processor, not the server's.
      await wait(20);
    }
  };
  await Promise.all(Array.from({ length: 2_000 }, each));
  await dispatcher.destroy();
}

/** Connections that request a large menu again and again, and read nothing. */
async function unread({ origin, hoarder }: Target, ms: number): Promise<void> {
  const { port, hostname } = new URL(origin);
  const request = `GET /api/customers/outlets/${hoarder.outlet}/menu HTTP/1.1\r\nHost: x\r\n\r\n`;
  const open = Array.from({ length: 1_500 }, () => {
    const socket = connect({ port: Number(port), host: hostname, ...theirNextPort() });
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(request);
    return socket;
  });
  await wait(ms);
  for (const socket of open) socket.destroy();
}

/** Uploads pictures to signed addresses, and publishes each as the outlet's own. */
async function pictures(target: Target, ms: number): Promise<void> {
  const { origin, hoarder } = target;
  const pool = poolOf(origin, 20, THEIR_ADDRESS);
  const authorization = `Bearer ${hoarder.token}`;
  const picture = Buffer.concat([jpeg(), Buffer.alloc(4_900_000)]);
  const end = performance.now() + ms;
  const once = async () => {
    const signed = await pool.request({
      path: `/api/sellers/sign-s3-file?file-name=${hoarder.outlet}.jpg&file-type=image/jpeg`,
      method: 'GET',
      headers: { authorization },
    });
    const { url, fileUrl } = (await signed.body.json()) as { url: string; fileUrl: string };
    const { pathname, search } = new URL(url, origin);
    const sent = await pool.request({
      path: pathname + search,
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: picture,
    });
    await sent.body.dump();
    if (Math.random() < 0.5) return;
    const adopted = await pool.request({
      path: `/api/sellers/outlets/${hoarder.outlet}/brand-image`,
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ imageUrl: fileUrl }),
    });
    await adopted.body.dump();
  };
  const each = async () => {
    while (performance.now() < end) await once().catch(() => undefined);
  };
  await Promise.all(Array.from({ length: 20 }, each));
  await pool.destroy();
}

export const attacks: Attack[] = [
  {
    what: 'cards tried from one network, 50 at once',
    run: (target, ms) => flood(target, ms, 50, orderWith(target, declined)),
  },
  {
    what: 'cards tried from any network, 50 at once',
    run: (target, ms) => flood(target, ms, 50, orderWith(target, declined), anyNetwork),
  },
  {
    what: 'orders that wait for a bank, one network, 50 at once',
    run: (target, ms) => flood(target, ms, 50, orderWith(target, askTheBank)),
  },
  {
    what: 'all of 20 MB of menus, 8 at once',
    run: (target, ms) =>
      flood(target, ms, 8, () => ({
        path: '/api/sellers/catalogs',
        method: 'GET',
        headers: { authorization: `Bearer ${target.hoarder.token}` },
      })),
  },
  {
    what: 'right passwords of one account, 150 at once',
    run: (target, ms) => flood(target, ms, 150, () => signIn(target.pendingEmail, target.password)),
  },
  {
    what: 'wrong passwords from one network, 150 at once',
    run: (target, ms) =>
      flood(target, ms, 150, (n) => signIn(target.emails[n % target.emails.length] ?? '', 'a guess')),
  },
  { what: 'accounts opened, 200 at once', run: (target, ms) => flood(target, ms, 200, register) },
  {
    what: 'enquiries from all over one /64, 50 at once',
    run: (target, ms) => {
      const body = JSON.stringify([
        { email: 'a@attack.test', companyName: 'Nobody', message: 'x'.repeat(2_000) },
      ]);
      return flood(target, ms, 50, () => ({ path: '/api/sellers/leads', body }), oneSlash64);
    },
  },
  {
    what: 'refresh tokens made up, 50 at once',
    run: (target, ms) =>
      flood(target, ms, 50, () => ({
        path: '/api/sellers/refresh-token',
        body: JSON.stringify({ refreshToken: randomBytes(32).toString('base64url') }),
      })),
  },
  { what: 'sockets without a token, 2,000 at once', run: sockets },
  { what: 'large menus that nobody reads, 1,500 connections', run: unread },
  { what: 'pictures of 4.9 MB, 20 at once', run: pictures },
  {
    what: 'events of 500 KB that nobody signed, 20 at once',
    run: (target, ms) => {
      const body = Buffer.alloc(500_000, 'x');
      const headers = { 'stripe-signature': 't=1,v1=00' };
      return flood(target, ms, 20, () => ({ path: '/api/stripe/webhook', body, headers }));
    },
  },
  {
    what: 'the API’s description, 50 at once',
    run: (target, ms) => flood(target, ms, 50, () => ({ path: '/api/openapi.json', method: 'GET' })),
  },
  ...guestAttacks,
];
