import { useId, useState } from 'react';
import type { LineCount, Order } from '#shared/api/orders.ts';
import { formatPence, pence, type Pence } from '#shared/base/money.ts';
import { cardWords } from '#shared/orders/card-words.ts';
import { amountText, type Net } from '#shared/orders/net.ts';
import { costOfLines, namedLines } from '#shared/orders/refunded-lines.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Problem } from '../ui/problem.tsx';
import { afterRefund, amountOf, amountShown, amountTyped, refundable, refundLabel } from './refund-amount.ts';
import { RefundField } from './refund-field.tsx';
import { RefundLines } from './refund-lines.tsx';
import { useRefund } from './use-refund.ts';
import amountStyles from '../ui/amounts.module.css';
import styles from './refund-dialog.module.css';

const noLines: LineCount[] = [];

type RefundDialogProps = {
  order: Order;
  /** Lines that are chosen to begin with. */
  lines?: LineCount[];
  onClose: () => void;
};

/** Refunds money of a closed order, after a confirmation that cannot be pressed by mistake. */
export function RefundDialog({ order, lines = noLines, onClose }: RefundDialogProps) {
  const { unanswered, problem, sending, shown, refund, checkAgain } = useRefund(order, onClose);
  const remaining = refundable(shown);
  const costOf = (some: readonly LineCount[]) =>
    some.length === 0 ? '' : amountShown(amountOf(amountShown(costOfLines(order.items, some)), remaining));
  const [chosen, setChosen] = useState(lines);
  const [typed, setTyped] = useState(() => costOf(lines));
  const [reason, setReason] = useState('');
  /** What was left to refund when it was confirmed: it holds for that alone. */
  const [confirmedAt, setConfirmedAt] = useState<Pence | null>(null);
  const confirmed = confirmedAt === remaining;
  const amount = amountOf(typed, remaining);
  const gone = goneLine(shown, chosen) ?? goneMeanwhile(confirmedAt, remaining);
  const title = `Refund order ${order.orderNumber}`;

  if (unanswered && sending !== 'first')
    return (
      <Dialog
        title={title}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>Close</Button>
            <Button tone="primary" busy={sending !== null} onClick={() => void checkAgain(unanswered)}>
              {sending ? 'One moment' : 'Check again'}
            </Button>
          </>
        }
      >
        <Problem role="alert">{problem ?? 'This refund was sent, and its answer never arrived.'}</Problem>
        <p>
          {formatPence(unanswered.amount)} may already be on its way. Check again asks about this same refund
          and never makes a second one.
        </p>
      </Dialog>
    );
  return (
    <Dialog
      title={title}
      onClose={onClose}
      cancels
      actions={
        <Button
          tone="primary"
          busy={sending !== null}
          disabled={amount === 0 || !confirmed || gone !== null}
          onClick={() =>
            void refund({ amount, reason, ...(chosen.length > 0 && { lines: chosen }) }).then(() =>
              setConfirmedAt(null),
            )
          }
        >
          {sending ? 'One moment' : refundLabel(amount, remaining)}
        </Button>
      }
    >
      <RefundField
        typed={typed}
        remaining={remaining}
        disabled={sending !== null}
        onType={(text) => {
          setTyped(amountTyped(text));
          setConfirmedAt(null);
        }}
        onLeave={() => typed !== '' && setTyped(amountShown(amount))}
      />
      <RefundLines
        order={shown}
        chosen={chosen}
        disabled={sending !== null}
        onChoose={(some) => {
          setChosen(some);
          setTyped(costOf(some));
          setConfirmedAt(null);
        }}
      />
      <Field
        label="Reason (optional)"
        value={reason}
        maxLength={1000}
        disabled={sending !== null}
        onChange={({ target }) => setReason(target.value)}
      />
      <AfterRefund order={shown} amount={amount} />
      {problem ? (
        <Problem role="alert">{problem} This refund was not made.</Problem>
      ) : (
        gone && <Problem role="alert">{gone}</Problem>
      )}
      <Confirmation
        amount={amount}
        confirmed={confirmed}
        disabled={amount === 0 || sending !== null}
        onConfirm={(yes) => {
          setTyped(amountShown(amount));
          setConfirmedAt(yes ? remaining : null);
        }}
      />
    </Dialog>
  );
}

/** Why the chosen lines can no longer be refunded: somebody else was faster. */
function goneLine({ items, payment }: Order, chosen: readonly LineCount[]): string | null {
  const named = namedLines(items, payment.refundedLines ?? [], chosen);
  return named.kind === 'refused' ? named.message : null;
}

/** That somebody else has refunded since it was confirmed here: perhaps for the same reason. */
function goneMeanwhile(before: Pence | null, now: Pence): string | null {
  if (before === null || before === now) return null;
  return now < before
    ? `Meanwhile ${formatPence(pence(before - now))} of this order was refunded. Please look again, and confirm anew.`
    : 'What can be refunded has changed meanwhile. Please look again, and confirm anew.';
}

type ConfirmationProps = {
  amount: Pence;
  confirmed: boolean;
  disabled: boolean;
  onConfirm: (confirmed: boolean) => void;
};

/** A confirmation away from the button that acts: repeated clicks in one place refund nothing. */
function Confirmation({ amount, confirmed, disabled, onConfirm }: ConfirmationProps) {
  const id = useId();
  return (
    <div className={styles.confirm}>
      <p id={id}>This cannot be undone, are you sure?</p>
      <label>
        <input
          type="checkbox"
          checked={confirmed}
          disabled={disabled}
          aria-describedby={id}
          onChange={({ target }) => onConfirm(target.checked)}
        />
        Yes, refund {formatPence(amount)}
      </label>
    </div>
  );
}

function AfterRefund({ order, amount }: { order: Order; amount: Pence }) {
  const after = afterRefund(order, amount);
  const { card, refundPending: pending = pence(0) } = order.payment;
  return (
    <dl className={`${amountStyles.amounts} ${styles.after} figures`}>
      <Row label="The customer paid" value={order.amount} />
      {order.refunded > 0 && <Row label="Refunded already" value={order.refunded} />}
      {pending > 0 && <Row label="On its way back" value={pending} />}
      <Row
        label={card ? `The customer gets, ${cardWords(card)}` : 'The customer gets'}
        value={amount}
        strong
      />
      {/* Not every server returns its charges. */}
      {after.net && <NetAfter net={after.net} />}
      <Row label="Left to refund afterwards" value={after.remaining} />
    </dl>
  );
}

function NetAfter({ net }: { net: Net }) {
  const { deductions, estimated } = net;
  const fees = deductions.reduce((total, { amount }) => total + amount, 0);
  return (
    <>
      <Row label="Fees that stay with the business" value={fees} estimated={estimated} />
      {!estimated &&
        deductions.map(({ label, amount }) => <Row key={label} label={label} value={amount} part />)}
      <Row label="Net after this refund" value={net.net} estimated={estimated} />
    </>
  );
}

type RowProps = { label: string; value: number; strong?: boolean; estimated?: boolean; part?: boolean };

/** `estimated`: the card provider has not said yet what it took; `part`: a part of the row above. */
function Row({ label, value, strong = false, estimated = false, part = false }: RowProps) {
  return (
    <div className={strong ? styles.gets : part ? styles.part : undefined}>
      <dt>{label}</dt>
      <dd>{amountText({ amount: value, estimated })}</dd>
    </div>
  );
}
