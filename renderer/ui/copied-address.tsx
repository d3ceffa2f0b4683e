import { useId } from 'react';
import { Button, buttonClass } from './button.tsx';
import styles from './copied-address.module.css';
import { useToast } from './toasts.tsx';

type CopiedAddressProps = {
  label: string;
  address: string;
  /** Whether this host opens pages beside its own. */
  opens: boolean;
};

/** An address of the web, to be copied or opened. */
export function CopiedAddress({ label, address, opens }: CopiedAddressProps) {
  const id = useId();
  const toast = useToast();

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      toast('success', 'The address was copied.');
    } catch {
      // A page without TLS has no clipboard.
      const field = document.getElementById(id) as HTMLInputElement;
      field.focus();
      toast('error', 'This browser copies nothing here. The address is marked: please copy it by hand.');
    }
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={styles.line}>
        <input id={id} readOnly value={address} onFocus={({ target }) => target.select()} />
        <Button onClick={() => void copy()} aria-label={`Copy ${label.toLowerCase()}`}>
          Copy
        </Button>
        {opens && (
          <a
            className={buttonClass()}
            href={address}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open ${label.toLowerCase()}`}
          >
            Open
          </a>
        )}
      </div>
    </div>
  );
}
