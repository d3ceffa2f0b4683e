import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { RowActions } from '../ui/row.tsx';
import styles from './nobody-answers.module.css';

type WebhookKeyProps = { webhookKey: string; onRenew: () => void };

/** The secret by which a gateway tells the webhook's messages from forged ones. */
export function WebhookKey({ webhookKey, onRenew }: WebhookKeyProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.key}>
      <p>
        The gateway checks each message with this secret: <code>{shown ? webhookKey : '••••••••••••'}</code>
      </p>
      <RowActions>
        <Button onClick={() => setShown(!shown)}>{shown ? 'Hide the secret' : 'Show the secret'}</Button>
        <Button tone="quiet" onClick={onRenew}>
          Make a new secret
        </Button>
      </RowActions>
    </div>
  );
}
