import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { connectResults, type ConnectResult } from '#shared/base/connect-results.ts';
import { failureMessage, useProfileQuery } from '../../api/api-slice.ts';
import type { Profile } from '../../api/read-profile.ts';
import { DisputesBand } from '../../bands/disputes.tsx';
import { useServices } from '../../state/hooks.ts';
import { buttonClass } from '../../ui/button.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { BankBooks } from './bank-books.tsx';
import { connectLink } from './connect-link.ts';
import { useFinishConnecting } from './finish-connecting.ts';
import { Page } from '../../ui/page.tsx';
import { Row } from '../../ui/row.tsx';
import colours from '../../ui/colours.module.css';
import styles from './payouts-screen.module.css';

/** Half as long as a link's state is valid, in ms, so that the displayed link always works. */
const NEW_LINK_EVERY_MS = 30 * 60_000;

export function PayoutsScreen() {
  const { client } = useServices();
  const result = useConnectResult();
  const { data, error, refetch } = useProfileQuery(undefined, {
    refetchOnMountOrArgChange: true,
    // In the till the way leads through the system's browser: on return, the account is read again.
    refetchOnFocus: true,
    pollingInterval: NEW_LINK_EVERY_MS,
  });
  const finished = useFinishConnecting(client, refetch);
  const failure = failureMessage(error);
  if (failure && !data) return <ErrorView message={failure} onReload={() => void refetch()} />;
  if (!data) return <Loader title="Loading" />;
  return (
    <Page>
      <div>
        <MainHeading>Payouts</MainHeading>
        <p className="row-note">{data.companyName}</p>
      </div>
      <ConnectNotice profile={data} result={result} finished={finished} />
      <DisputesBand />
      {data.stripeConnectId ? <Connected profile={data} /> : <NotConnected profile={data} />}
      <BankBooks />
    </Page>
  );
}

/** The result in the address; shown once, and not again after a reload. */
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
      <p className={`${styles.notice} ${colours.ready}`} role="status">
        {connectResults.connected}
      </p>
    );
  // Without the account's own word, the address alone proves nothing.
  if (!finished && !stripeConnectError && (result === null || result === 'connected')) return null;
  const problem = finished?.kind === 'failed' ? finished.message : connectResults[problemOf(result)];
  return (
    <div className={`${styles.notice} ${colours.late}`} role="alert">
      {(finished ?? result) === null && profile.cardsRefused ? null : <p>{problem}</p>}
      {stripeConnectError && <p>{stripeConnectError}</p>}
    </div>
  );
}

/** An error stored with the account belongs to an earlier attempt. */
function problemOf(result: ConnectResult | null): ConnectResult {
  return result === null || result === 'connected' ? 'failed' : result;
}

function Connected({ profile }: { profile: Profile }) {
  return (
    <Row as="section">
      <div>
        <h2 className="row-title">Connected with Stripe</h2>
        <p className="row-note">{profile.stripeConnectId}</p>
      </div>
      <StripeLink profile={profile} label="Change" />
    </Row>
  );
}

function NotConnected({ profile }: { profile: Profile }) {
  return (
    <Row as="section">
      <div>
        <h2 className="row-title">Not connected yet</h2>
        <p className="row-note">Connect a Stripe account of your own, and what you sell is paid out to it.</p>
      </div>
      <StripeLink profile={profile} label="Connect with Stripe" />
    </Row>
  );
}

/** The link to Stripe; it opens outside the app. */
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
