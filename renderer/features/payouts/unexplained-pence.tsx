import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { MoneyDifference, Payouts } from '#shared/api/payouts.ts';
import { formatPence } from '#shared/base/money.ts';
import { Section } from '../../ui/section.tsx';
import { formatWhen } from '../../ui/times.ts';
import { OlderButton } from './older-button.tsx';
import { OrderLink } from './payout-row.tsx';
import { causeWords } from './payout-words.ts';
import { useOlderDifferences } from './use-older-differences.ts';
import styles from './bank-books.module.css';

/** What the ledger and the bank's books differ by, and all that was other than expected, with its cause. */
export function UnexplainedPence({ unexplained }: Pick<Payouts, 'unexplained'>) {
  const { amount } = unexplained;
  const { differences, ...more } = useOlderDifferences(unexplained);
  const open = differences.filter(({ booked }) => !booked);
  const booked = differences.filter((one) => one.booked);
  const agrees = amount === 0 && open.length === 0;
  return (
    <Section title="Unexplained pence">
      <p className={`${styles.figure} figures ${agrees ? styles.agrees : styles.differs}`}>
        {agrees ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
        <strong>{formatPence(amount)}</strong>
      </p>
      <p className="row-note">
        {agrees
          ? 'Every penny that your orders say is a penny that the bank has booked.'
          : 'The bank has booked so much more or less than your orders say.'}
      </p>
      {open.length > 0 && <Differences title="Not explained yet" differences={open} />}
      {booked.length > 0 && <Differences title="Other than expected, and booked" differences={booked} />}
      <OlderButton {...more}>Older differences</OlderButton>
    </Section>
  );
}

function Differences({ title, differences }: { title: string; differences: MoneyDifference[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <ul className={`${styles.lines} figures`} aria-label={title}>
        {differences.map(({ id, cause, amount, at, order }) => (
          <li key={id}>
            <span>
              {causeWords[cause]}
              <span className="row-note">
                {' '}
                {order && (
                  <>
                    <OrderLink order={order} />{' '}
                  </>
                )}
                {formatWhen(at)}
              </span>
            </span>
            <span>{formatPence(amount)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
