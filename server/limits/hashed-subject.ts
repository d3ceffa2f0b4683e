import { createHmac } from 'node:crypto';

/** Stands for an address, an e-mail or whatever else is counted, where nobody needs to read what that is; 22 characters. */
export function hashedSubject(secret: string, subject: string): string {
  return createHmac('sha256', secret).update(`limit:${subject}`).digest('base64url').slice(0, 22);
}
