import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { receiver, type Received } from './receivers.ts';

/** What a browser shows of a push message. */
export type PushMessage = {
  heading: string;
  text: string;
  outletId: string;
  orderId: string | null;
  token: string;
};

/** A browser's subscription at a push service on loopback. */
export async function pushService() {
  const service = await receiver();
  service.answer = (response) => response.writeHead(201).end();
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const auth = randomBytes(16);

  /** Decrypts a message as a browser does (RFC 8188, RFC 8291). */
  function decrypted({ body }: Received): unknown {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
    const ikm = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12));
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // A single record ends with 2 and padding.
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
  }

  return {
    ...service,
    setAnswer(answer: typeof service.answer) {
      service.answer = answer;
    },
    subscription: (name: string) => ({
      name,
      endpoint: `${service.url}/push/${encodeURIComponent(name)}`,
      keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    }),
    read: (received: Received) => decrypted(received) as PushMessage,
    decrypted,
  };
}

/** The claims of the token that a push service is shown (RFC 8292); throws if `publicKey` did not sign it. */
export function vapidClaims(
  { headers }: Received,
  publicKey: string,
): { aud: string; exp: number; sub: string } {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  const [header = '', claims = '', signature = ''] = token.split('.');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned || key !== publicKey) throw new Error('The push service would refuse this token.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string };
}
