import type { LineCount, Order, OrderItem } from '#shared/api/orders.ts';
import { leftOfLine } from '#shared/orders/refunded-lines.ts';
import { OrderLine } from '../orders/order-lines.tsx';
import styles from './refund-lines.module.css';

type RefundLinesProps = {
  order: Pick<Order, 'items' | 'serviceCharge' | 'tip' | 'payment'>;
  chosen: readonly LineCount[];
  disabled: boolean;
  onChoose: (chosen: LineCount[]) => void;
};

/** What a refund is for, line by line. Nothing where the server takes no lines. */
export function RefundLines({ order, chosen, disabled, onChoose }: RefundLinesProps) {
  const { refundedLines } = order.payment;
  if (!refundedLines) return null;
  const choose = (id: string, quantity: number) => {
    const others = chosen.filter((line) => line.id !== id);
    onChoose(quantity === 0 ? others : [...others, { id, quantity }]);
  };
  return (
    <fieldset className={styles.lines} disabled={disabled}>
      <legend>What it is for (optional)</legend>
      <ul>
        {order.items.map((line) => (
          <li key={line.id}>
            <ChosenLine
              line={line}
              left={leftOfLine(line, refundedLines)}
              quantity={chosen.find(({ id }) => id === line.id)?.quantity ?? 0}
              onChoose={(quantity) => choose(line.id, quantity)}
            />
          </li>
        ))}
      </ul>
      <p className="field-hint">{treatmentOf(order)}</p>
    </fieldset>
  );
}

function treatmentOf({ serviceCharge, tip }: Pick<Order, 'serviceCharge' | 'tip'>): string {
  const apart = [...(serviceCharge > 0 ? ['the small order fee'] : []), ...(tip > 0 ? ['the tip'] : [])];
  if (apart.length === 0) return 'Options are included.';
  return `Options are included; ${apart.join(' and ')} ${apart.length === 1 ? 'is' : 'are'} not.`;
}

type ChosenLineProps = {
  line: OrderItem;
  /** How many of it can still be refunded. */
  left: number;
  quantity: number;
  onChoose: (quantity: number) => void;
};

function ChosenLine({ line, left, quantity, onChoose }: ChosenLineProps) {
  return (
    <>
      <OrderLine
        as="label"
        className={styles.line}
        line={{ ...line, quantity: quantity || left || line.quantity }}
      >
        <input
          type="checkbox"
          checked={quantity > 0}
          disabled={left === 0 && quantity === 0}
          onChange={({ target }) => onChoose(target.checked ? left : 0)}
        />
      </OrderLine>
      {left === 0 && <p className="field-hint">Refunded</p>}
      {quantity > 0 && left > 1 && (
        <select
          aria-label={`How many ${line.name}`}
          value={quantity}
          onChange={({ target }) => onChoose(Number(target.value))}
        >
          {Array.from({ length: left }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1} of {line.quantity}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
