import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { notFound, refuse, Refusal } from '../../http/refusal.ts';
import type { Call, RouteHandlers } from '../../http/serve.ts';
import type { Turns } from '../../limits/turns.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashPassword } from './passwords.ts';
import { inTurn, passwordSignIn, type PasswordSignInOptions } from './sign-in.ts';
import { signInsRepository } from './sign-ins-repository.ts';

type SignInsHandlers = Pick<
  RouteHandlers,
  | 'POST /sellers/password'
  | 'GET /sellers/sign-ins'
  | 'DELETE /sellers/sign-ins'
  | 'DELETE /sellers/sign-ins/:signInId'
>;
export type SignInsOptions = PasswordSignInOptions & {
  database: Database;
  hashing: Turns;
  clock: Clock;
  /** Called when sign-ins have ended, to close their sockets. */
  onEnded(): void;
};

/** An account's own password and sign-ins. */
export function signInsHandlers(options: SignInsOptions): SignInsHandlers {
  const { database, hashing, clock, log, onEnded } = options;
  const signIns = signInsRepository(database);
  const checkOld = passwordSignIn(options);
  const own = ({ caller }: Pick<Call<'GET /sellers/sign-ins'>, 'caller'>) => ({
    accountId: caller.id,
    family: caller.family,
  });

  return {
    'GET /sellers/sign-ins': (call) => signIns.list(own(call), clock.now()),

    async 'DELETE /sellers/sign-ins'(call) {
      await signIns.endOthers(own(call), clock.now());
      onEnded();
      return {};
    },

    async 'DELETE /sellers/sign-ins/:signInId'({ caller, params: { signInId } }) {
      if (!(await signIns.end(caller.id, signInId, clock.now()))) return notFound();
      onEnded();
      return {};
    },

    async 'POST /sellers/password'(call) {
      const { caller, body, address, network } = call;
      if (isCommonPassword(body.newPassword))
        return wrong(
          'newPassword',
          'This password is among the first that anybody would try. Please choose another.',
        );
      const { email } = await database.kysely
        .selectFrom('accounts')
        .select('email')
        .where('id', '=', caller.id)
        .executeTakeFirstOrThrow();
      // A wrong old password counts as a failed sign-in.
      const account = await checkOld({ email, password: body.oldPassword }, { address, network });
      if (account instanceof Refusal) return account.status === 401 ? notTheOld() : account;
      const after = await inTurn(hashing, network, () => hashPassword(body.newPassword));
      if (after instanceof Refusal) return after;
      const before = account.password_hash;
      if (!(await signIns.changePassword(own(call), { before, after }, clock.now()))) return notTheOld();
      log.info({ event: 'password-changed', accountId: caller.id });
      onEnded();
      return {};
    },
  };
}

function notTheOld(): Refusal {
  return wrong('oldPassword', 'This is not your password.');
}

function wrong(field: string, message: string): Refusal {
  return refuse(422, 'INVALID_VALUE', message, { fields: { [field]: message } });
}
