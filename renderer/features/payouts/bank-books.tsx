import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Payouts } from '#shared/api/payouts.ts';
import { localDay } from '#shared/base/local-time.ts';
import { formatPence } from '#shared/base/money.ts';
import { allPayouts } from '../../api/all-payouts.ts';
import { failureUnlessAbsent, usePayoutsInfiniteQuery } from '../../api/api-slice.ts';
import { failureOf } from '../../api/failure.ts';
import { useServices } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { Rows } from '../../ui/row.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Section } from '../../ui/section.tsx';
import { formatWhen } from '../../ui/times.ts';
import { useToast } from '../../ui/toasts.tsx';
import { OlderButton, type OlderButtonProps } from './older-button.tsx';
import { PayoutRow } from './payout-row.tsx';
import { payoutsCsv } from './payouts-csv.ts';
import { UnexplainedPence } from './unexplained-pence.tsx';
import styles from './bank-books.module.css';

const TITLE = 'Payouts to your bank';

/**
 * What the bank has booked: the payouts, and what differed from the expected. Nothing on a server that does not read
 * the bank's books, or before it has read them.
 */
export function BankBooks() {
  const query = usePayoutsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data, error, isFetching, refetch } = query;
  const failure = failureUnlessAbsent(error);
  if (failure && !data)
    return (
      <Section title={TITLE}>
        <LoadProblem message={failure} busy={isFetching} onReload={() => void refetch()} />
      </Section>
    );
  const [newest] = data?.pages ?? [];
  if (!newest || (newest.readAt === null && newest.failure === null)) return null;
  return (
    <>
      <UnexplainedPence unexplained={newest.unexplained} />
      <PayoutList
        pages={data?.pages ?? []}
        older={query.hasNextPage ? () => void query.fetchNextPage() : null}
        busy={query.isFetchingNextPage}
        problem={query.isFetchNextPageError ? failure : null}
      />
    </>
  );
}

type PayoutListProps = Omit<OlderButtonProps, 'children'> & { pages: readonly Payouts[] };

function PayoutList({ pages, ...more }: PayoutListProps) {
  const { inTransit = 0, readAt = null, failure = null } = pages[0] ?? {};
  const payouts = pages.flatMap((page) => page.payouts);
  return (
    <Section title={TITLE}>
      <div className={styles.head}>
        <p className="figures">
          On the way: <strong>{formatPence(inTransit)}</strong>
        </p>
        <ExportAll disabled={payouts.length === 0} />
      </div>
      {failure !== null && (
        <p className={styles.failure} role="status">
          The bank’s books could not be read: {failure} They are read again by themselves.
        </p>
      )}
      {payouts.length === 0 ? (
        <p className="row-note">Nothing has been paid out yet.</p>
      ) : (
        <Rows>
          {payouts.map((payout) => (
            <PayoutRow key={payout.id} payout={payout} />
          ))}
        </Rows>
      )}
      <OlderButton {...more}>Older</OlderButton>
      {readAt !== null && <p className="row-note">The bank’s books as of {formatWhen(readAt)}.</p>}
    </Section>
  );
}

/** Saves every payout, also those that are not shown yet. */
function ExportAll({ disabled }: { disabled: boolean }) {
  const { client } = useServices();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const csv = payoutsCsv(await allPayouts(client));
      saveFile(`payouts-${localDay(Date.now())}.csv`, csv, 'text/csv');
    } catch (error) {
      toast('error', failureOf(error).message);
    }
    setBusy(false);
  }
  return (
    <Button disabled={disabled} busy={busy} onClick={() => void save()}>
      <Download aria-hidden="true" />
      Export CSV
    </Button>
  );
}
