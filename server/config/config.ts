import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { brand } from '#shared/base/brand.ts';
import { isForbidden } from '../core/forbidden-files.ts';
import type { StripeSettings } from '../payments/stripe-client.ts';
import type { SenderSettings } from '../senders/open-senders.ts';
import type { S3Settings } from '../images/s3-store.ts';
import { readLimits, usualLimits, type Limits } from '../limits/limits.ts';

/** A setting is missing or wrong. The message names the variable and never its value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

/** Plain HTTP is accepted for this computer only. */
function isEncryptedOrLocal(address: string): boolean {
  const url = URL.parse(address);
  const local = ['127.0.0.1', '[::1]', 'localhost'];
  return url !== null && (url.protocol === 'https:' || local.includes(url.hostname));
}

/** A host alone: one with a scheme, a port or brackets is the host of no address. */
const isHost = (text: string): boolean => isIP(text) !== 0 || /^[^\s/:@[\]*]+$/.test(text);

const hosts = list.refine((named) => named.every(isHost));

/** An origin as browsers send it, which is `null` for a page from a file; one with a slash at its end matches none of theirs. */
const isOrigin = (text: string): boolean => /^(?:null|[a-z][a-z\d+.-]*:\/\/[^/?#\sA-Z*]+)$/.test(text);

/**
 * An address, a network, or a name for several networks. A bare number is refused: other servers take it for a
 * count of proxies, and here it would be read as the address 0.0.0.1.
 */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const mostBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    mostBits > 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= mostBits))
  );
}

/**
 * Whether a connection to a database or to Redis is encrypted. A socket's path or an empty host is this
 * computer.
 */
function isEncrypted(address: string): boolean {
  const { protocol, searchParams } = new URL(address);
  if (protocol === 'rediss:') return true;
  return ['require', 'verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? '');
}

/** The host that an address names; empty for this machine. */
function hostOf(address: string): string {
  const { hostname, searchParams } = new URL(address);
  return searchParams.get('host') ?? hostname.replace(/^\[|\]$/g, '');
}

const isThisComputer = (host: string): boolean =>
  host === '' || host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host);

const mayBePlain = (host: string, plainHosts: readonly string[]): boolean =>
  isThisComputer(host) || plainHosts.includes(host);

const variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  PLAIN_HOSTS: hosts,
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  BACKUP_EVERY_MINUTES: z.coerce
    .number()
    .min(0)
    .max(7 * 24 * 60)
    .default(60),
  BACKUPS_KEPT: z.coerce.number().int().min(1).max(10_000).default(48),
  TOKEN_SECRET: z.string().min(32).optional(),
  ORDER_EXPIRY_MINUTES: z.coerce
    .number()
    .positive()
    .max(24 * 60)
    .default(10),
  LEADS_KEPT_DAYS: z.coerce.number().int().min(1).max(3_650).default(730),
  CORS_ORIGINS: list.refine((origins) => origins.every(isOrigin)),
  TRUST_PROXY: list.refine((named) => named.every(isNetwork)),
  LIMITS: list.refine((changes) => readLimits(changes) !== null),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_/)
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_').optional(),
  STRIPE_WEBHOOK_SECRETS: list.refine((secrets) => secrets.every((secret) => secret.startsWith('whsec_'))),
  STRIPE_CLIENT_ID: z.string().min(1).optional(),
  STRIPE_API_BASE: z
    .url({ protocol: /^https?$/ })
    .refine(isEncryptedOrLocal)
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).max(320).optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/)
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  VAPID_SUBJECT: z.url({ protocol: /^(?:mailto|https)$/ }).optional(),
  WEBHOOK_PRIVATE_HOSTS: hosts,
  PUSH_PRIVATE_HOSTS: hosts,
  NODE_ENV: z.string().default('development'),
  /** Only the demo and the tests set this: the built-in card provider takes orders. */
  SERVERY_DEMO: z.literal('1').optional(),
  /**
   * For a parent process: the server ends when its standard input does, so that it never outlives its parent.
   */
  SERVERY_STOP_WITH_STDIN: z.literal('1').optional(),
});

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  redisUrl: string | null;
  /** Null serves no metrics. */
  metricsPort: number | null;
  metricsHost: string;
  /** How often the embedded database is backed up; 0 makes no backups. */
  backupEveryMs: number;
  backupsKept: number;
  tokenSecret: string;
  orderExpiryMs: number;
  /** How long enquiries of the public site are kept. */
  leadsKeptMs: number;
  corsOrigins: string[];
  trustProxy: string[];
  limits: Limits;
  /** Null stores images under the data folder. */
  s3: S3Settings | null;
  logLevel: string;
  /** Null: no cards, and so no orders, are taken. */
  stripe: StripeSettings | null;
  senders: SenderSettings;
  demo: boolean;
  stopWithInput: boolean;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The name of every setting. */
export const settingNames: readonly string[] = Object.keys(variables.shape);

/** Where the data is, which is all that a command needs to know. */
export function readPlaces(env: Environment): Pick<Config, 'dataDir' | 'databaseUrl' | 'backupsKept'> {
  const { DATA_DIR, DATABASE_URL, BACKUPS_KEPT } = readSettings(env);
  return {
    dataDir: path.resolve(DATA_DIR),
    databaseUrl: DATABASE_URL ?? null,
    backupsKept: BACKUPS_KEPT,
  };
}

function readSettings(env: Environment): z.output<typeof variables> {
  const parsed = variables.safeParse(readVariables(env));
  if (parsed.success) {
    for (const name of ['DATABASE_URL', 'REDIS_URL'] as const) refusePlain(name, parsed.data);
    return parsed.data;
  }
  const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
  throw new ConfigError(`Not a valid value: ${names.join(', ')}.`);
}

/** Reads the settings of docs/settings.md; throws a {@link ConfigError}. */
export function readConfig(env: Environment): Config {
  const settings = readSettings(env);
  const production = settings.NODE_ENV === 'production';
  if (settings.SERVERY_DEMO && production) throw new ConfigError('SERVERY_DEMO is not for production.');
  if (production && settings.STRIPE_SECRET_KEY && settings.STRIPE_WEBHOOK_SECRETS.length === 0)
    throw new ConfigError(
      'STRIPE_WEBHOOK_SECRETS is needed: without one no event of Stripe can be believed.',
    );
  if (settings.DATABASE_URL && production && !settings.TOKEN_SECRET)
    throw new ConfigError('TOKEN_SECRET is needed: every server of one database must have the same.');
  if (settings.REDIS_URL && !settings.DATABASE_URL)
    throw new ConfigError(
      'REDIS_URL is for several servers, and the embedded database takes but one: DATABASE_URL is needed.',
    );
  if (production && settings.TOKEN_SECRET && isGuessable(settings.TOKEN_SECRET))
    throw new ConfigError('TOKEN_SECRET is one that anybody would try: make it of random characters.');
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: path.resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    redisUrl: settings.REDIS_URL ?? null,
    metricsPort: settings.METRICS_PORT ?? null,
    metricsHost: settings.METRICS_HOST,
    backupEveryMs: settings.BACKUP_EVERY_MINUTES * 60_000,
    backupsKept: settings.BACKUPS_KEPT,
    tokenSecret: settings.TOKEN_SECRET ?? storedSecret(settings.DATA_DIR),
    orderExpiryMs: settings.ORDER_EXPIRY_MINUTES * 60_000,
    leadsKeptMs: settings.LEADS_KEPT_DAYS * 24 * 60 * 60_000,
    corsOrigins: settings.CORS_ORIGINS,
    trustProxy: settings.TRUST_PROXY,
    limits: readLimits(settings.LIMITS) ?? usualLimits,
    s3: s3Settings(settings),
    logLevel: settings.LOG_LEVEL,
    stripe: settings.STRIPE_SECRET_KEY
      ? {
          secretKey: settings.STRIPE_SECRET_KEY,
          publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? null,
          webhookKeys: settings.STRIPE_WEBHOOK_SECRETS,
          clientId: settings.STRIPE_CLIENT_ID ?? null,
          apiBase: settings.STRIPE_API_BASE ?? null,
        }
      : null,
    senders: senderSettings(settings),
    demo: settings.SERVERY_DEMO === '1',
    stopWithInput: settings.SERVERY_STOP_WITH_STDIN === '1',
  };
}

/**
 * Passwords and customers' orders must not cross a network unencrypted, unless an operator has named that host.
 */
function refusePlain(name: 'DATABASE_URL' | 'REDIS_URL', settings: z.output<typeof variables>): void {
  const address = settings[name];
  if (address === undefined || isEncrypted(address)) return;
  const host = hostOf(address);
  if (mayBePlain(host, settings.PLAIN_HOSTS)) return;
  const instead = name === 'REDIS_URL' ? 'rediss://' : 'sslmode=verify-full';
  throw new ConfigError(
    `${name} names another machine, without TLS: use ${instead}, or name that host in PLAIN_HOSTS.`,
  );
}

/** Whether a secret is a placeholder that was left in, or a few characters repeated. */
function isGuessable(secret: string): boolean {
  return /change.?me|example|placeholder|your.?secret/i.test(secret) || new Set(secret).size < 10;
}

function s3Settings(settings: z.output<typeof variables>): S3Settings | null {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  const sessionToken = settings.AWS_SESSION_TOKEN;
  if (Boolean(accessKeyId) !== Boolean(secretAccessKey))
    throw new ConfigError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed together.');
  return settings.S3_BUCKET === undefined
    ? null
    : {
        bucket: settings.S3_BUCKET,
        region: settings.S3_REGION,
        endpoint: settings.S3_ENDPOINT ?? null,
        publicUrl: settings.S3_PUBLIC_URL ?? null,
        credentials:
          accessKeyId && secretAccessKey
            ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
            : null,
      };
}

function senderSettings(settings: z.output<typeof variables>): SenderSettings {
  const {
    SMTP_URL: url,
    MAIL_FROM: from,
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
  } = settings;
  if (url !== undefined && from === undefined)
    throw new ConfigError('MAIL_FROM is needed with SMTP_URL: the address that e-mails come from.');
  if (Boolean(publicKey) !== Boolean(privateKey))
    throw new ConfigError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are needed together.');
  return {
    mail:
      url !== undefined && from !== undefined
        ? { url, from, mustEncrypt: !mayBePlain(hostOf(url), settings.PLAIN_HOSTS) }
        : null,
    vapid: publicKey && privateKey ? { publicKey, privateKey } : null,
    subject: settings.VAPID_SUBJECT ?? `mailto:${brand.emails.support}`,
    privateHosts: settings.WEBHOOK_PRIVATE_HOSTS,
    privatePushHosts: settings.PUSH_PRIVATE_HOSTS,
  };
}

/** Taken with the spaces around them: by another name the data would be missing, and another secret ends all sign-ins. */
const verbatim = new Set(['DATA_DIR', 'TOKEN_SECRET']);

/** Each variable, or the contents of the file that `NAME_FILE` names; an empty variable counts as not set. */
function readVariables(env: Environment): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of settingNames) {
    const file = env[`${name}_FILE`];
    const value = file ? contentsOf(file, `${name}_FILE`) : env[name];
    const bare = value?.trim();
    if (value && bare) found[name] = verbatim.has(name) ? value : bare;
  }
  return found;
}

function contentsOf(file: string, variable: string): string {
  const contents = readNamed(file, variable).trim();
  if (contents === '') throw new ConfigError(`The file of ${variable} is empty.`);
  return contents;
}

function readNamed(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isForbidden(error)) throw new ConfigError(`You may not read the file of ${variable}.`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new ConfigError(`The file of ${variable} is not there.`);
    // Docker makes a folder where a file that it mounts is not there.
    if (code === 'EISDIR') throw new ConfigError(`${variable} names a folder, and not a file.`);
    throw error;
  }
}

/**
 * The secret of a server with the embedded database: made once, stored beside the database, readable by its
 * owner alone.
 */
function storedSecret(dataDir: string): string {
  const file = path.join(dataDir, 'token-secret');
  const there = existsSync(file);
  const kept = there ? readFileSync(file, 'utf8').trim() : '';
  if (kept !== '') return kept;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  // A power cut can leave an empty file.
  writeFileSync(file, secret, { mode: 0o600, flag: there ? 'w' : 'wx', flush: true });
  return secret;
}
