import { useState, type FormEvent } from 'react';
import { useServices } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { RowActions, RowsForm } from '../../ui/row.tsx';

/** The address of this till's server; tested before it is saved. */
export function ConnectionSection() {
  const { platform } = useServices();
  const toast = useToast();
  const [address, setAddress] = useState(platform.apiBase());
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const outcome = await platform.saveApiBase(address.trim());
    setBusy(false);
    if (outcome.kind === 'refused') return setProblem(outcome.message);
    toast('success', 'Connected. Starting again with this server.');
    return location.assign('/');
  }

  return (
    <Section title="Connection">
      <RowsForm onSubmit={(event) => void save(event)} noValidate>
        <Field
          id="server"
          label="Address of the server"
          hint="For example orders.example.com. Another server asks you to sign in again."
          value={address}
          error={problem}
          inputMode="url"
          spellCheck={false}
          onChange={({ target }) => {
            setAddress(target.value);
            setProblem(undefined);
          }}
        />
        <RowActions>
          <Button type="submit" tone="primary" busy={busy}>
            Test and save
          </Button>
        </RowActions>
      </RowsForm>
    </Section>
  );
}
