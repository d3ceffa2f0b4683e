import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { connectResults, type ConnectResult } from '#shared/base/connect-results.ts';
import { failureMessage, useProfileQuery } from '../../api/api-slice.ts';
import type { Profile } from '../../api/read-profile.ts';
import { useServices } from '../../state/hooks.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { connectLink } from './connect-link.ts';
import { useFinishConnecting } from './finish-connecting.ts';
import './payouts.css';

/** Half of what a link's state is good for, in ms: the one that is shown always works. */
const NEW_LINK_EVERY_MS = 30 * 60_000;

export function PayoutsScreen() {
  const { client } = useServices();
  const result = useConnectResult();
  const { data, error, refetch } = useProfileQuery(undefined, {
    refetchOnMountOrArgChange: true,
    // From the till the way leads through the system's browser: who comes back sees what came of it.
    refetchOnFocus: true,
    pollingInterval: NEW_LINK_EVERY_MS,
  });
  const finished = useFinishConnecting(client, refetch);
  const failure = failureMessage(error);
  if (failure && !data) return <ErrorView message={failure} onReload={() => void refetch()} />;
  if (!data) return <Loader title="Loading" />;
  return (
    <div className="page">
      <div>
        <h1>Payouts</h1>
        <p className="row-note">{data.companyName}</p>
      </div>
      <ConnectNotice profile={data} result={result} finished={finished} />
      {data.stripeConnectId ? <Connected profile={data} /> : <NotConnected profile={data} />}
    </div>
  );
}

/** How the way to Stripe ended, as the address says; it is said once, and is not left for a reload. */
function useConnectResult(): ConnectResult | null {
  const [search, setSearch] = useSearchParams();
  const [result] = useState(() => {
    const told = search.get('stripe') ?? '';
    return Object.hasOwn(connectResults, told) ? (told as ConnectResult) : null;
  });
  const told = search.has('stripe');
  useEffect(
    function forgetTheAddress() {
      if (told) setSearch({}, { replace: true });
    },
    [told, setSearch],
  );
  return result;
}

type ConnectNoticeProps = {
  profile: Profile;
  result: ConnectResult | null;
  finished: ReturnType<typeof useFinishConnecting>;
};

function ConnectNotice({ profile, result, finished }: ConnectNoticeProps) {
  if (finished === 'finishing') return <Loader title="Connecting your Stripe account" />;
  const { stripeConnectId, stripeConnectError } = profile;
  if (finished?.kind === 'connected' && stripeConnectId)
    return (
      <p className="payouts-notice payouts-done" role="status">
        {connectResults.connected}
      </p>
    );
  // An address says nothing that the account does not.
  if (!finished && !stripeConnectError && (result === null || result === 'connected')) return null;
  const problem = finished?.kind === 'failed' ? finished.message : connectResults[problemOf(result)];
  return (
    <div className="payouts-notice payouts-problem" role="alert">
      <p>{problem}</p>
      {stripeConnectError && <p>{stripeConnectError}</p>}
    </div>
  );
}

/** An error that the account has kept is of an earlier try. */
function problemOf(result: ConnectResult | null): ConnectResult {
  return result === null || result === 'connected' ? 'failed' : result;
}

function Connected({ profile }: { profile: Profile }) {
  return (
    <section className="row">
      <div>
        <h2 className="row-title">Connected with Stripe</h2>
        <p className="row-note">{profile.stripeConnectId}</p>
      </div>
      <StripeLink profile={profile} label="Change" />
    </section>
  );
}

function NotConnected({ profile }: { profile: Profile }) {
  return (
    <section className="row">
      <div>
        <h2 className="row-title">Not connected yet</h2>
        <p className="row-note">Connect a Stripe account of your own, and what you sell is paid out to it.</p>
      </div>
      <StripeLink profile={profile} label="Connect with Stripe" />
    </section>
  );
}

/** The link to Stripe; it opens outside the app, which stays where it is. */
function StripeLink({ profile, label }: { profile: Profile; label: string }) {
  const { platform } = useServices();
  const link = connectLink(profile, platform.apiBase(), location.href);
  if (link === null)
    return (
      <p className="row-note">
        There is no link to Stripe yet: neither this server nor this app was given the platform’s Stripe
        client id. Whoever runs them can add it.
      </p>
    );
  return (
    <a
      className={buttonClass(profile.stripeConnectId ? 'secondary' : 'primary')}
      href={link}
      target="_blank"
      rel="noopener"
      onClick={(event) => {
        event.preventDefault();
        platform.openExternal(link);
      }}
    >
      {label}
    </a>
  );
}
