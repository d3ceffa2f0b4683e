import { allergenLabels, allergens, vatRates } from '#shared/base/labelling.ts';
import type { ItemValues, Problems } from '../../catalog-model/forms.ts';
import { NativeSelect, PoundsField, TextArea } from '../../ui/text-fields.tsx';
import { NameField } from './name-field.tsx';
import { Check } from '../../ui/check.tsx';
import styles from './item-fields.module.css';

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
      <fieldset className={styles.allergens}>
        <legend>Allergens (optional)</legend>
        {allergens.map((name) => (
          <Check key={name}>
            <input
              type="checkbox"
              checked={values.allergens.includes(name)}
              onChange={({ target }) =>
                set({
                  allergens: allergens.filter((other) =>
                    other === name ? target.checked : values.allergens.includes(other),
                  ),
                })
              }
            />
            {allergenLabels[name]}
          </Check>
        ))}
      </fieldset>
    </>
  );
}
