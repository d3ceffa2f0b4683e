import type { Problems } from '../../catalog-model/forms.ts';
import { LONGEST_NAME } from '#shared/api/longest-name.ts';
import { Field } from '../../ui/field.tsx';

type NameFieldProps = { value: string; problems: Problems; onChange: (name: string) => void };

/** The name of a catalog, a category, an item or a modifier. */
export function NameField({ value, problems, onChange }: NameFieldProps) {
  return (
    <Field
      label="Name"
      value={value}
      error={problems['name']}
      maxLength={LONGEST_NAME}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
