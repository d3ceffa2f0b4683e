import { vatRates } from '#shared/base/labelling.ts';
import type { ItemValues, Problems } from '../../catalog-model/forms.ts';
import { statementIn } from '../../catalog-model/statement-form.ts';
import { NativeSelect, PoundsField, TextArea } from '../../ui/text-fields.tsx';
import { Check } from '../../ui/check.tsx';
import { NameField } from './name-field.tsx';
import { ServingFields } from './serving-fields.tsx';
import { StatementFields } from './statement-fields.tsx';

type ItemFieldsProps = { values: ItemValues; problems: Problems; onChange: (values: ItemValues) => void };

export function ItemFields({ values, problems, onChange }: ItemFieldsProps) {
  const set = (change: Partial<ItemValues>) => onChange({ ...values, ...change });
  return (
    <>
      <NameField value={values.name} problems={problems} onChange={(name) => set({ name })} />
      <PoundsField
        label="Cost"
        value={values.cost}
        error={problems['cost']}
        onChange={(cost) => set({ cost })}
      />
      <TextArea
        label="Note (optional)"
        value={values.note}
        maxLength={1000}
        onChange={({ target }) => set({ note: target.value })}
      />
      <NativeSelect
        label="VAT rate (optional)"
        value={values.vatRate}
        onChange={({ target }) => set({ vatRate: target.value })}
      >
        <option value="">Not given</option>
        {vatRates.map((rate) => (
          <option key={rate} value={rate}>
            {rate}%
          </option>
        ))}
      </NativeSelect>
      <Check>
        <input
          type="checkbox"
          checked={values.ageRestricted === true}
          onChange={({ target }) => set({ ageRestricted: target.checked })}
        />
        18+: the customer’s age is checked when it is handed over
      </Check>
      <StatementFields
        label="Allergens"
        values={statementIn(values)}
        error={problems['allergens']}
        onChange={set}
      />
      <ServingFields of="item" values={values} problems={problems} onChange={set} />
    </>
  );
}
