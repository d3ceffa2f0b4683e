import { useSyncExternalStore } from 'react';
import { assertNever } from '#shared/assert-never.ts';
import type { Update } from '#shared/platform.ts';
import { useServices } from '../../app/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toasts.tsx';

/** How far a newer version is, and what can be done about it. */
export function UpdateRow() {
  const { platform } = useServices();
  const toast = useToast();
  const update = useSyncExternalStore(platform.onUpdateChanged, platform.update);

  async function install() {
    if ((await platform.installUpdate()) === 'orders-open')
      toast('warning', 'An order is open. Close or cancel it, then install.');
  }

  return (
    <div className="about-update">
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
      return `Version ${update.version} is ready. It is installed once no order is open.`;
    case 'failed':
      return update.message;
    default:
      return assertNever(update);
  }
}
