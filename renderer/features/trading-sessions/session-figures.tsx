import type { TradingSession } from '#shared/api/outlets.ts';
import { formatPence } from '#shared/money.ts';

export function SessionFigures({ session }: { session: TradingSession }) {
  return (
    <dl className="session-figures figures">
      <div>
        <dt>Total Orders</dt>
        <dd>{session.numberOfOrders}</dd>
      </div>
      <div>
        <dt>Total Earnings</dt>
        <dd>{formatPence(session.totalEarnings)}</dd>
      </div>
    </dl>
  );
}
