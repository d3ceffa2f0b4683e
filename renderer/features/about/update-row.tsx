import { useSyncExternalStore } from 'react';
import { assertNever } from '#shared/base/assert-never.ts';
import type { InstallUpdateOutcome, Update } from '#shared/host/updates.ts';
import { useServices } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from './update-row.module.css';

/** Why it is not installed now; failures are shown in the row itself. */
const refused: Partial<Record<InstallUpdateOutcome, string>> = {
  'orders-open': 'An order is open. Close or cancel it, then install.',
  trading: 'The outlet is trading. Finish the session, then install.',
  'unsaved-work': 'Changes to a menu are not saved yet. Save them, then install.',
};

/** The progress of a newer version, and what can be done about it. */
export function UpdateRow() {
  const { platform } = useServices();
  const toast = useToast();
  const update = useSyncExternalStore(platform.onUpdateChanged, platform.update);

  async function install() {
    const why = refused[await platform.installUpdate()];
    if (why !== undefined) toast('warning', why);
  }

  return (
    <div className={styles.row}>
      <p role="status">{said(update)}</p>
      {update.kind === 'loading' && (
        <progress max={100} value={update.percent} aria-label="Loading the new version" />
      )}
      {update.kind === 'ready' ? (
        <Button tone="primary" onClick={() => void install()}>
          Install and start again
        </Button>
      ) : (
        <Button
          busy={update.kind === 'checking' || update.kind === 'loading'}
          onClick={() => platform.checkForUpdate()}
        >
          Look for a new version
        </Button>
      )}
    </div>
  );
}

function said(update: Update): string {
  switch (update.kind) {
    case 'unknown':
      return 'Nobody has looked for a new version yet.';
    case 'checking':
      return 'Looking for a new version.';
    case 'newest':
      return 'This is the newest version.';
    case 'loading':
      return `Version ${update.version} is on its way: ${update.percent} %.`;
    case 'ready':
      return `Version ${update.version} is ready. It can be installed while the outlet is closed.`;
    case 'out':
      return `Version ${update.version} is out. Install its package as this one was installed.`;
    case 'failed':
      return update.message;
    default:
      return assertNever(update);
  }
}
