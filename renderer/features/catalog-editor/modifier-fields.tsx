import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { LONGEST_NAME } from '#shared/api/longest-name.ts';
import { vatRates } from '#shared/base/labelling.ts';
import { modifierKindLabel, modifierKinds } from '#shared/base/modifier-kinds.ts';
import type { Problems } from '../../catalog-model/forms.ts';
import { emptyOption, type ModifierValues, type OptionValues } from '../../catalog-model/modifier-form.ts';
import { statementIn } from '../../catalog-model/statement-form.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { Field } from '../../ui/field.tsx';
import { NativeSelect, PoundsField, TextArea } from '../../ui/text-fields.tsx';
import { NameField } from './name-field.tsx';
import { StatementFields } from './statement-fields.tsx';
import styles from './modifier-fields.module.css';

type ModifierFieldsProps = {
  values: ModifierValues;
  problems: Problems;
  onChange: (values: ModifierValues) => void;
};

export function ModifierFields({ values, problems, onChange }: ModifierFieldsProps) {
  const { options } = values;
  // Another server's own kind remains a choice.
  const [before] = useState(values.kind);
  const kinds = [...new Set([...modifierKinds, ...(before === '' ? [] : [before])])];
  const set = (change: Partial<ModifierValues>) => onChange({ ...values, ...change });
  const setOption = (at: number, change: Partial<OptionValues>) =>
    set({ options: options.map((option, index) => (index === at ? { ...option, ...change } : option)) });
  return (
    <>
      <NameField value={values.name} problems={problems} onChange={(name) => set({ name })} />
      <NativeSelect
        label="Requirement"
        value={values.kind}
        error={problems['kind']}
        onChange={({ target }) => set({ kind: kinds.find((kind) => kind === target.value) ?? '' })}
      >
        <option value="">Please select</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {modifierKindLabel(kind)}
          </option>
        ))}
      </NativeSelect>
      <TextArea
        label="Notes"
        rows={2}
        value={values.note}
        error={problems['note']}
        maxLength={1000}
        onChange={({ target }) => set({ note: target.value })}
      />
      <fieldset className={styles.options}>
        <legend>Options</legend>
        {options.map((option, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- options have no id; they are what stands in their place
          <div key={index} className={styles.option}>
            <Field
              label={`Option ${index + 1}`}
              value={option.name}
              error={problems[`options.${index}.name`]}
              maxLength={LONGEST_NAME}
              autoComplete="off"
              onChange={({ target }) => setOption(index, { name: target.value })}
            />
            <PoundsField
              label={`Cost of option ${index + 1}`}
              value={option.cost}
              error={problems[`options.${index}.cost`]}
              onChange={(cost) => setOption(index, { cost })}
            />
            <NativeSelect
              label={`VAT of option ${index + 1}`}
              value={option.vatRate}
              onChange={({ target }) => setOption(index, { vatRate: target.value })}
            >
              <option value="">As its item</option>
              {vatRates.map((rate) => (
                <option key={rate} value={rate}>
                  {rate}%
                </option>
              ))}
            </NativeSelect>
            <Button
              tone="quiet"
              aria-label={`Remove option ${index + 1}`}
              onClick={() => set({ options: options.toSpliced(index, 1) })}
            >
              <Trash2 aria-hidden="true" />
            </Button>
            <div className={styles.statement}>
              <Check>
                <input
                  type="checkbox"
                  aria-label={`Option ${index + 1} is 18+`}
                  checked={option.ageRestricted === true}
                  onChange={({ target }) => setOption(index, { ageRestricted: target.checked })}
                />
                18+
              </Check>
              <StatementFields
                label={`Allergens of option ${index + 1}`}
                values={statementIn(option)}
                error={problems[`options.${index}.allergens`]}
                onChange={(statement) => setOption(index, statement)}
              />
            </div>
          </div>
        ))}
        <Button disabled={options.length >= 60} onClick={() => set({ options: [...options, emptyOption] })}>
          <Plus aria-hidden="true" /> Add option
        </Button>
      </fieldset>
    </>
  );
}
