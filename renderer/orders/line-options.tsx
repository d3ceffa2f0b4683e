import { Fragment } from 'react';
import type { OrderItem } from '#shared/api/orders.ts';
import { optionText } from '#shared/orders/option-text.ts';
import styles from './line-options.module.css';

type LineOptionsProps = { line: Pick<OrderItem, 'modifications'>; className: string | undefined };

/** What was chosen of a line. Each option wraps as a whole: below “Leave out:”, “Onion” alone would read as something to add. */
export function LineOptions({ line: { modifications }, className }: LineOptionsProps) {
  if (modifications.length === 0) return null;
  return (
    <span className={className}>
      {modifications.map((option, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may read alike, and none ever moves
        <Fragment key={at}>
          {at > 0 && ' '}
          <span className={styles.option}>
            {optionText(option)}
            {at < modifications.length - 1 && ' ·'}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
