import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { recordAudit } from '../../audit/audit-log.ts';
import type { Clock } from '../../core/clock.ts';
import { FAMILY_LIFE_MS, IN_SERVICE_MS } from '../../core/sign-in-life.ts';
import type { Schema } from '../../database/schema.ts';
import { noteAccessEnded } from './access-changes.ts';
import { untilNoneIsLeft } from './until-none-is-left.ts';

const day = 24 * 60 * 60_000;
/** A token expires after 30 days without use. */
const TOKEN_LIFE_MS = 30 * day;
/** A reply can be lost: for this long a used token returns the same successor, until that is used. */
const GRACE_MS = 5 * 60_000;

export type RefreshResult =
  | { kind: 'rotated'; accountId: string; family: string; refreshToken: string; issuedAt: Date }
  | { kind: 'refused' }
  /** A token that was replaced earlier came back, so it was stolen: every token of its sign-in is revoked. */
  | { kind: 'reused'; accountId: string; family: string };

/**
 * Refresh tokens: opaque, 256 bits, stored as a keyed hash, each used once. A successor is a keyed hash of the token
 * that it replaces, so that a client whose reply was lost gets the same one again without its being stored. Neither a
 * token nor the table alone is enough to compute one.
 */
export function refreshTokens(kysely: Kysely<Schema>, secret: string, clock: Clock) {
  const hashOf = (token: string) =>
    createHmac('sha256', secret)
      .update(`refresh-hash:${sha256(token)}`)
      .digest('base64url');
  // Tokens from before the hash was keyed are found by their SHA-256, until they are exchanged or 30 days old.
  const hashesOf = (token: string) => [hashOf(token), sha256(token)];
  const successorOf = (token: string) =>
    createHmac('sha256', secret).update(`refresh:${token}`).digest('base64url');

  return {
    /** Issues the first token of a new sign-in, in a transaction if one is given. */
    async issue(
      accountId: string,
      from: SignedInFrom = unknownPlace,
      tx: Kysely<Schema> = kysely,
    ): Promise<{ refreshToken: string; family: string; issuedAt: Date }> {
      const now = clock.now();
      const refreshToken = randomBytes(32).toString('base64url');
      const family = randomUUID();
      const family_expires_at = new Date(now.getTime() + FAMILY_LIFE_MS);
      const row = newRow(
        hashOf(refreshToken),
        { account_id: accountId, family_id: family, family_expires_at, ...from },
        now,
      );
      await tx.insertInto('refresh_tokens').values(row).execute();
      return { refreshToken, family, issuedAt: now };
    },

    async exchange(token: string): Promise<RefreshResult> {
      const now = clock.now();
      // Read outside a transaction first: invented tokens are many, and a transaction blocks the embedded database.
      const found = await kysely
        .selectFrom('refresh_tokens')
        .select(['account_id', 'revoked_at', 'expires_at', 'family_expires_at'])
        .where('token_hash', 'in', hashesOf(token))
        .executeTakeFirst();
      if (!found || (await isOver(kysely, found, now))) return { kind: 'refused' };
      return kysely.transaction().execute(async (tx): Promise<RefreshResult> => {
        const row = await tx
          .selectFrom('refresh_tokens')
          .selectAll()
          .where('token_hash', 'in', hashesOf(token))
          .forUpdate()
          .executeTakeFirst();
        if (!row || (await isOver(tx, row, now))) return { kind: 'refused' };
        const { account_id: accountId, family_id: family } = row;
        const refreshToken = successorOf(token);

        if (row.used_at === null) {
          await tx
            .updateTable('refresh_tokens')
            .set({ used_at: now })
            .where('token_hash', '=', row.token_hash)
            .execute();
          await tx
            .insertInto('refresh_tokens')
            .values(newRow(hashOf(refreshToken), row, now))
            .execute();
          return { kind: 'rotated', accountId, family, refreshToken, issuedAt: now };
        }
        const successor = await tx
          .selectFrom('refresh_tokens')
          .select(['created_at', 'used_at'])
          .where('token_hash', '=', hashOf(refreshToken))
          .executeTakeFirst();
        if (successor?.used_at === null && now.getTime() - row.used_at.getTime() <= GRACE_MS)
          return { kind: 'rotated', accountId, family, refreshToken, issuedAt: successor.created_at };
        await revoke(tx, family, now);
        const reused = {
          at: now,
          actorId: null,
          action: 'refresh-token-reused',
          subjectId: accountId,
        } as const;
        await recordAudit(tx, { ...reused, details: { family } });
        return { kind: 'reused', accountId, family };
      });
    },

    /** Ends the sign-in that the token belongs to; returns its family, or null for an unknown token. */
    async revokeFamilyOf(token: string): Promise<string | null> {
      const row = await kysely
        .selectFrom('refresh_tokens')
        .select('family_id')
        .where('token_hash', 'in', hashesOf(token))
        .executeTakeFirst();
      if (!row) return null;
      await kysely.transaction().execute((tx) => revoke(tx, row.family_id, clock.now()));
      return row.family_id;
    },
  };
}

type Lasting = { account_id: string; revoked_at: Date | null; expires_at: Date; family_expires_at: Date };

async function isOver(db: Kysely<Schema>, token: Lasting, now: Date): Promise<boolean> {
  if (token.revoked_at !== null || token.expires_at <= now) return true;
  const overdueMs = now.getTime() - token.family_expires_at.getTime();
  return overdueMs >= 0 && (overdueMs >= IN_SERVICE_MS || !(await trades(db, token.account_id)));
}

async function trades(db: Kysely<Schema>, accountId: string): Promise<boolean> {
  const open = await db
    .selectFrom('trading_sessions')
    .innerJoin('outlets', 'outlets.id', 'trading_sessions.outlet_id')
    .select('trading_sessions.id')
    .where('outlets.seller_id', '=', accountId)
    .where('trading_sessions.finished_at', 'is', null)
    .executeTakeFirst();
  return open !== undefined;
}

/** The device in words for the account's owner, and a keyed hash of the network. */
export type SignedInFrom = { device: string | null; network: string | null };
const unknownPlace: SignedInFrom = { device: null, network: null };

type Family = { account_id: string; family_id: string; family_expires_at: Date } & SignedInFrom;

function newRow(
  token_hash: string,
  { account_id, family_id, family_expires_at, device, network }: Family,
  now: Date,
) {
  const expires_at = new Date(now.getTime() + TOKEN_LIFE_MS);
  return {
    token_hash,
    account_id,
    family_id,
    family_expires_at,
    created_at: now,
    expires_at,
    used_at: null,
    revoked_at: null,
    device,
    network,
  };
}

async function revoke(tx: Kysely<Schema>, family: string, now: Date): Promise<void> {
  await untilNoneIsLeft(async () => {
    const { numUpdatedRows } = await tx
      .updateTable('refresh_tokens')
      .set({ revoked_at: now })
      .where('family_id', '=', family)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows;
  });
  await noteAccessEnded(tx);
}

function sha256(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
