import { CircleAlert, type LucideIcon } from 'lucide-react';
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

type ErrorViewProps = {
  message: string;
  onReload?: (() => void) | undefined;
  /** Below the screen's own heading `h2`, below a dialog's `h3`. */
  heading?: 'h1' | 'h2' | 'h3';
};

/** What went wrong, what was saved, and what to press. */
export function ErrorView({ message, onReload, heading: Heading = 'h1' }: ErrorViewProps) {
  return (
    <div className="state" role="alert">
      <StateIcon Icon={CircleAlert} />
      <Heading className="state-title">Error</Heading>
      <p>{message}</p>
      {onReload && (
        <Button tone="primary" onClick={onReload}>
          Reload
        </Button>
      )}
    </div>
  );
}

/** The round icon of a state. */
export function StateIcon({ Icon }: { Icon: LucideIcon }) {
  return (
    <span className="state-icon">
      <Icon aria-hidden="true" />
    </span>
  );
}
