import { Download } from 'lucide-react';
import type { Payouts } from '#shared/api/payouts.ts';
import { localDay } from '#shared/base/local-time.ts';
import { formatPence } from '#shared/base/money.ts';
import { failureUnlessAbsent, usePayoutsQuery } from '../../api/api-slice.ts';
import { Button } from '../../ui/button.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { Rows } from '../../ui/row.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Section } from '../../ui/section.tsx';
import { formatWhen } from '../../ui/times.ts';
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
  const { data, error, isFetching, refetch } = usePayoutsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const failure = failureUnlessAbsent(error);
  if (failure && !data)
    return (
      <Section title={TITLE}>
        <LoadProblem message={failure} busy={isFetching} onReload={() => void refetch()} />
      </Section>
    );
  if (!data || (data.readAt === null && data.failure === null)) return null;
  return (
    <>
      <UnexplainedPence unexplained={data.unexplained} />
      <PayoutList data={data} />
    </>
  );
}

function PayoutList({ data: { payouts, inTransit, readAt, failure } }: { data: Payouts }) {
  return (
    <Section title={TITLE}>
      <div className={styles.head}>
        <p className="figures">
          On the way: <strong>{formatPence(inTransit)}</strong>
        </p>
        <Button
          disabled={payouts.length === 0}
          onClick={() => saveFile(`payouts-${localDay(Date.now())}.csv`, payoutsCsv(payouts), 'text/csv')}
        >
          <Download aria-hidden="true" />
          Export CSV
        </Button>
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
      {readAt !== null && <p className="row-note">The bank’s books as of {formatWhen(readAt)}.</p>}
    </Section>
  );
}
