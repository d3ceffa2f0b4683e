import { formatPence, pence } from '#shared/base/money.ts';
import type { BasketMenu } from '../base/held-menu.ts';
import { firstPrice, priced, problemBelow, type Line } from '../base/basket.ts';
import { isKept } from '../base/kept.ts';
import { LinesList } from '../base/lines-list.tsx';
import { Sheet } from '../base/sheet.tsx';

type BasketSheetProps = BasketMenu & {
  lines: Line[];
  /** Why nothing can be ordered now. */
  refusal: string | null;
  payAt: string;
  onChange: (lines: Line[]) => void;
  onClose: () => void;
};

export function BasketSheet({ menu, notice, lines, refusal, payAt, onChange, onClose }: BasketSheetProps) {
  const categories = menu.catalog?.categories ?? [];
  const { fee, total, feeBelow } = firstPrice(categories, lines);
  const result = priced(categories, lines, pence(0));
  const problems = 'fields' in result ? result.fields : {};
  const problem = problemBelow(problems);
  return (
    <Sheet title="Your basket" onClose={onClose}>
      <div class="sheet-body">
        <LinesList categories={categories} lines={lines} problems={problems} onChange={onChange} />
        {fee > 0 && (
          <p class="sum">
            <span>Small order fee (below {formatPence(feeBelow)})</span>
            <span class="figures">{formatPence(fee)}</span>
          </p>
        )}
        <p class="sum sum-total">
          <span>Total</span>
          <span class="figures">{formatPence(total)}</span>
        </p>
        {problem !== null && <p class="field-error">{problem}</p>}
        {notice && <p class="status status-waiting">{notice}</p>}
        {refusal && <p class="status status-closed">{refusal}</p>}
        {refusal === null && problem === null && (
          <a
            class="button button-primary button-large wide"
            href={payAt}
            onClick={(event) => {
              // For another tab, it stays a link.
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              void isKept(menu.outlet.id).then(() => location.assign(payAt));
            }}
          >
            Go to pay
          </a>
        )}
      </div>
    </Sheet>
  );
}
