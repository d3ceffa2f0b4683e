import { useState, type FormEvent } from 'react';
import type { ReceiptSettings } from '#shared/print/print-settings.ts';
import { same } from '../../api/same.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { readPercent } from './read-percent.ts';
import { RowActions, RowsForm } from '../../ui/row.tsx';

type ReceiptFormProps = {
  receipt: ReceiptSettings;
  onSave: (receipt: ReceiptSettings) => Promise<string | null>;
};

/** The fixed text of receipts: VAT, if the seller is registered for it, and a last line. */
export function ReceiptForm({ receipt, onSave }: ReceiptFormProps) {
  const [shown, setShown] = useState(receipt);
  const [{ vatNumber, rate, footer }, setFields] = useState(() => fieldsOf(receipt));
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  // Saved here or elsewhere. The form stays the same, so that it keeps the focus.
  if (!same(shown, receipt)) {
    setShown(receipt);
    setFields(fieldsOf(receipt));
  }
  const set = (change: Partial<ReturnType<typeof fieldsOf>>) =>
    setFields((fields) => ({ ...fields, ...change }));

  async function save(event: FormEvent) {
    event.preventDefault();
    const vatBasisPoints = rate.trim() === '' ? null : readPercent(rate);
    if (vatBasisPoints === undefined) return setProblem('Give a percentage such as 20, or leave it empty.');
    setBusy(true);
    const wrong = await onSave({ vatNumber: vatNumber.trim(), vatBasisPoints, footer: footer.trim() });
    setBusy(false);
    return setProblem(wrong ?? undefined);
  }

  return (
    <RowsForm aria-label="Receipts" noValidate onSubmit={(event) => void save(event)}>
      <Field
        label="VAT number"
        hint="Printed on receipts where it is given."
        value={vatNumber}
        maxLength={40}
        onChange={({ target }) => set({ vatNumber: target.value })}
      />
      <Field
        label="VAT rate included in prices, in %"
        value={rate}
        hint="For items without a rate of their own. Left empty, their VAT is not printed."
        error={problem}
        inputMode="decimal"
        onChange={({ target }) => {
          set({ rate: target.value });
          setProblem(undefined);
        }}
      />
      <Field
        label="Last line"
        hint="For example: Thank you, see you soon."
        value={footer}
        maxLength={300}
        onChange={({ target }) => set({ footer: target.value })}
      />
      <RowActions>
        <Button type="submit" busy={busy}>
          Save receipts
        </Button>
      </RowActions>
    </RowsForm>
  );
}

const fieldsOf = ({ vatNumber, vatBasisPoints, footer }: ReceiptSettings) => ({
  vatNumber,
  rate: vatBasisPoints === null ? '' : String(vatBasisPoints / 100),
  footer,
});
