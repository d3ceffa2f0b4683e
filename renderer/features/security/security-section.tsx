import { useCallback, useEffect, useState } from 'react';
import type { SignInOfAccount } from '#shared/api/sign-in-routes.ts';
import { failureOf } from '../../api/failure.ts';
import { useServices } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { formatDay, formatWhen } from '../../ui/times.ts';
import { useToast } from '../../ui/toasts.tsx';
import { PasswordForm } from './password-form.tsx';
import { Row, RowActions, Rows } from '../../ui/row.tsx';

/** The account's password and sign-ins. Empty if the server has neither call. */
export function SecuritySection() {
  const { client } = useServices();
  const toast = useToast();
  const [signIns, setSignIns] = useState<SignInOfAccount[] | 'loading' | 'unknown' | 'failed'>('loading');
  const [ending, setEnding] = useState<string>();

  const read = useCallback(
    () =>
      client.call('GET /sellers/sign-ins', {}).catch((error: unknown) => {
        return failureOf(error).status === 404 ? ('unknown' as const) : ('failed' as const);
      }),
    [client],
  );
  const load = () => read().then(setSignIns);
  useEffect(() => void read().then(setSignIns), [read]);

  async function end(what: string, call: () => Promise<unknown>, done: string) {
    setEnding(what);
    try {
      await call();
      toast('success', done);
    } catch (error) {
      toast('error', failureOf(error).message);
    }
    await load();
    setEnding(undefined);
  }
  const endOne = (signInId: string) =>
    void end(
      signInId,
      () => client.call('DELETE /sellers/sign-ins/:signInId', { params: { signInId } }),
      'That sign-in has ended',
    );
  const endOthers = () =>
    void end('others', () => client.call('DELETE /sellers/sign-ins', {}), 'You are signed in here alone');

  if (signIns === 'unknown') return null;
  return (
    <Section id="security" title="Sign-in and security">
      <PasswordForm onChanged={() => void load()} />
      <h3>Where you are signed in</h3>
      {signIns === 'loading' && <p className="row-note">Loading…</p>}
      {signIns === 'failed' && (
        <>
          <p className="row-note" role="alert">
            Your sign-ins could not be loaded.
          </p>
          <RowActions>
            <Button onClick={() => void load()}>Try again</Button>
          </RowActions>
        </>
      )}
      {Array.isArray(signIns) && (
        <>
          <Rows aria-label="Sign-ins">
            {signIns.map((signIn) => (
              <SignInRow
                key={signIn.id}
                signIn={signIn}
                busy={ending === signIn.id}
                onEnd={() => endOne(signIn.id)}
              />
            ))}
          </Rows>
          {signIns.length > 1 && (
            <RowActions>
              <Button tone="danger" busy={ending === 'others'} onClick={endOthers}>
                End all others
              </Button>
            </RowActions>
          )}
        </>
      )}
    </Section>
  );
}

/** Beyond its year, a sign-in lasts only because an outlet trades. */
const endOf = (endsAt: string): string =>
  Date.parse(endsAt) > Date.now() ? `until ${formatDay(endsAt)}` : 'until trading stops';

type SignInRowProps = { signIn: SignInOfAccount; busy: boolean; onEnd: () => void };

function SignInRow({ signIn, busy, onEnd }: SignInRowProps) {
  const name = signIn.device ?? 'An unknown device';
  return (
    <Row>
      <div>
        <p className="row-title">{name}</p>
        <p className="row-note">
          {signIn.current ? 'This one' : `Last used ${formatWhen(signIn.lastUsedAt)}`} · signed in{' '}
          {formatWhen(signIn.startedAt)}
          {signIn.endsAt !== undefined && ` · ${endOf(signIn.endsAt)}`}
        </p>
      </div>
      {!signIn.current && (
        <RowActions>
          <Button
            busy={busy}
            aria-label={`End: ${name}, last used ${formatWhen(signIn.lastUsedAt)}`}
            onClick={onEnd}
          >
            End
          </Button>
        </RowActions>
      )}
    </Row>
  );
}
