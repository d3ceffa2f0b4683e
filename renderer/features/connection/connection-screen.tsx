import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { useServices } from '../../app/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';

/** Which server this till talks to; tested before it is kept (D4). */
export function ConnectionScreen() {
  const { platform } = useServices();
  const toast = useToast();
  const [address, setAddress] = useState(platform.apiBase());
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!platform.can.changeApiBase)
    return <EmptyState message="The address of the server is part of this site." />;

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
    <main className="page">
      <h1>Connection</h1>
      <form className="rows" onSubmit={(event) => void save(event)} noValidate>
        <Field
          label="Address of the server"
          hint="For example https://orders.example.com/api"
          value={address}
          error={problem}
          inputMode="url"
          spellCheck={false}
          onChange={({ target }) => {
            setAddress(target.value);
            setProblem(undefined);
          }}
        />
        <div className="row-actions">
          <Button type="submit" tone="primary" busy={busy}>
            Test and save
          </Button>
          <Link className="button button-secondary" to="/">
            Cancel
          </Link>
        </div>
      </form>
    </main>
  );
}
