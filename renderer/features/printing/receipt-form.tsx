import { useState, type FormEvent } from 'react';
import type { ReceiptSettings } from '#shared/print/printer.ts';
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
  const [vatNumber, setVatNumber] = useState(receipt.vatNumber);
  const [rate, setRate] = useState(
    receipt.vatBasisPoints === null ? '' : String(receipt.vatBasisPoints / 100),
  );
  const [footer, setFooter] = useState(receipt.footer);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

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
        onChange={({ target }) => setVatNumber(target.value)}
      />
      <Field
        label="VAT rate included in prices, in %"
        value={rate}
        hint="For items without a rate of their own. Left empty, their VAT is not printed."
        error={problem}
        inputMode="decimal"
        onChange={({ target }) => {
          setRate(target.value);
          setProblem(undefined);
        }}
      />
      <Field
        label="Last line"
        hint="For example: Thank you, see you soon."
        value={footer}
        maxLength={300}
        onChange={({ target }) => setFooter(target.value)}
      />
      <RowActions>
        <Button type="submit" busy={busy}>
          Save receipts
        </Button>
      </RowActions>
    </RowsForm>
  );
}
