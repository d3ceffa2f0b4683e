import { createECDH, hkdfSync } from 'node:crypto';

/**
 * The key pair of this server for push services, made from its secret: every server with that secret has the same one,
 * and none is stored. One in 2³² numbers is no key of the curve; then the next is taken.
 */
export function vapidKeysOf(secret: string): { publicKey: string; privateKey: string } {
  for (let attempt = 0; ; attempt += 1) {
    const key = Buffer.from(hkdfSync('sha256', secret, '', `web push ${attempt}`, 32));
    const curve = createECDH('prime256v1');
    try {
      curve.setPrivateKey(key);
    } catch {
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: key.toString('base64url') };
  }
}
