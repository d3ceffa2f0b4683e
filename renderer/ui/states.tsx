import { CircleAlert, ConciergeBell, DoorClosed, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import './states.css';

/** A load that takes a moment. Appears after 200 ms, so that a quick one does not flicker. */
export function Loader({ title }: { title: string }) {
  return (
    <div className="state" role="status">
      <span className="loader-ring" aria-hidden="true" />
      <p className="state-title">{title}</p>
    </div>
  );
}

/** What went wrong, what was kept, and what to press. */
export function ErrorView({ message, onReload }: { message: string; onReload?: (() => void) | undefined }) {
  return (
    <div className="state" role="alert">
      <StateIcon Icon={CircleAlert} />
      <h1 className="state-title">Error</h1>
      <p>{message}</p>
      {onReload && (
        <Button tone="primary" onClick={onReload}>
          Reload
        </Button>
      )}
    </div>
  );
}

export function EmptyState({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className="state">
      <StateIcon Icon={ConciergeBell} />
      <p className="state-title">{message}</p>
      {children}
    </div>
  );
}

/** Something has to be done first. */
export function ActionRequired({
  title,
  message,
  children,
}: {
  title: string;
  message: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="state">
      <StateIcon Icon={DoorClosed} />
      <h1 className="state-title">{title}</h1>
      <p>{message}</p>
      {children}
    </div>
  );
}

function StateIcon({ Icon }: { Icon: LucideIcon }) {
  return (
    <span className="state-icon">
      <Icon aria-hidden="true" />
    </span>
  );
}
