import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { OrderNamed, Payout, PayoutDetail } from '#shared/api/payouts.ts';
import { formatPence } from '#shared/base/money.ts';
import { failureMessage, usePayoutQuery } from '../../api/api-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Loader } from '../../ui/states.tsx';
import { formatDate, formatDay, formatWhen } from '../../ui/times.ts';
import { payoutLinesCsv, payoutLinesName } from './payouts-csv.ts';
import { kindWords, partsOf, stateWords } from './payout-words.ts';
import styles from './bank-books.module.css';

/** One payout; a press opens what it pays out. */
export function PayoutRow({ payout }: { payout: Payout }) {
  const [open, setOpen] = useState(false);
  const linesId = useId();
  const { text, colour } = stateWords[payout.state];
  const { parts } = payout;
  const on = formatDate(payout.madeAt);
  return (
    <li className={styles.payout}>
      <div className={styles.summary}>
        <div>
          <p className="row-title figures">{formatPence(payout.amount)}</p>
          <p className="row-note">
            {on}
            {payout.state === 'in-transit' && `, arrives ${formatDay(payout.arrivesAt)}`}
            {parts && ` · ${parts.orders === 1 ? '1 order' : `${parts.orders} orders`}`}
          </p>
        </div>
        <Chip colour={colour}>{text}</Chip>
        {parts && (
          <Button
            aria-expanded={open}
            aria-controls={linesId}
            aria-label={`${open ? 'Hide' : 'Show'} orders of the payout of ${on}`}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide orders' : 'Show orders'}
          </Button>
        )}
      </div>
      {payout.failure !== null && <p className={styles.failure}>{payout.failure}</p>}
      {parts ? (
        <dl className={`${styles.parts} figures`}>
          {partsOf(payout).map(({ name, amount }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{formatPence(amount)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="row-note">The bank has not said yet which orders it pays out.</p>
      )}
      <div id={linesId}>{open && <PayoutLines payoutId={payout.id} />}</div>
    </li>
  );
}

function PayoutLines({ payoutId }: { payoutId: string }) {
  const { data, error, isFetching, refetch } = usePayoutQuery(payoutId);
  const failure = failureMessage(error);
  if (failure && !data)
    return <LoadProblem message={failure} busy={isFetching} onReload={() => void refetch()} />;
  if (!data) return <Loader title="Loading" />;
  return <Lines detail={data} />;
}

function Lines({ detail }: { detail: PayoutDetail }) {
  return (
    <div className={styles.opened}>
      <ul className={`${styles.lines} figures`}>
        {detail.lines.map((line) => (
          <li key={line.id}>
            <span>
              {line.order ? <OrderLink order={line.order} /> : kindWords[line.kind]}
              {line.order && line.kind !== 'payment' && ` · ${kindWords[line.kind]}`}
              <span className="row-note"> {formatWhen(line.at)}</span>
            </span>
            <span>
              {formatPence(line.net)}
              {line.fees !== 0 && (
                <span className={`row-note ${styles.fees}`}>fees {formatPence(line.fees)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Button onClick={() => saveFile(payoutLinesName(detail.payout), payoutLinesCsv(detail), 'text/csv')}>
        <Download aria-hidden="true" />
        Export these orders
      </Button>
    </div>
  );
}

/** An order, by its number and outlet, which leads to it in its trading session. */
export function OrderLink({ order }: { order: OrderNamed }) {
  return (
    <Link to={`/outlets/${order.outletId}/trading-sessions/${order.tradingSessionId}?order=${order.id}`}>
      #{order.orderNumber} {order.outletName}
    </Link>
  );
}
