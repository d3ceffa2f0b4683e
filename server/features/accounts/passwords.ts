import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. About 40 ms a hash. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify(argon2);
/** A new hash of a password, as a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hash(password, nonce, parameters);
  const { memory, passes, parallelism } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

export type PasswordCheck = {
  matches: boolean;
  /** The hash was made with weaker parameters than today's. */ outdated: boolean;
};

/**
 * Compares a password with a stored hash. Null (no such account) takes the same time and never matches, so that the
 * time does not reveal which e-mail addresses have an account.
 */
export async function checkPassword(password: string, stored: string | null): Promise<PasswordCheck> {
  const parts = PHC.exec(stored ?? '');
  if (!parts) {
    await hash(password, Buffer.alloc(16), parameters);
    return { matches: false, outdated: false };
  }
  const [, memory, passes, parallelism, nonce = '', tag = ''] = parts;
  const used = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(tag, 'base64');
  const actual = await hash(password, Buffer.from(nonce, 'base64'), used);
  const matches = expected.length === actual.length && timingSafeEqual(expected, actual);
  return { matches, outdated: used.memory < parameters.memory || used.passes < parameters.passes };
}

function hash(
  message: string,
  nonce: Buffer,
  { memory, passes, parallelism }: Record<keyof typeof parameters, number>,
) {
  return derive('argon2id', { message, nonce, memory, passes, parallelism, tagLength: TAG_BYTES });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
