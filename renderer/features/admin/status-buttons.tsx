import { useState } from 'react';
import type { AccountStatusValue } from '#shared/base/account-statuses.ts';
import { failureMessage } from '../../api/api-slice.ts';
import { useAccountStatusesQuery } from '../../api/admin-api.ts';
import { Button } from '../../ui/button.tsx';
import { RowActions } from '../../ui/row.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { StatusMark } from './status-mark.tsx';
import styles from './status-buttons.module.css';

type StatusPress = { accountStatus: AccountStatusValue; from: AccountStatusValue };
type StatusButtonsProps = {
  /** Names whose status it is, for screen readers. */
  name: string;
  status: { value: AccountStatusValue; label: string };
  /** Sends the change from the status that was shown; resolves to its failure, if any. */
  onChange: (change: StatusPress) => Promise<{ error?: unknown }>;
};

/**
 * One button for each of the server's account statuses, the current one pressed. A press shows at once, and is
 * reverted if the server refuses. Without the server's list there are no buttons, which might send an unknown status.
 */
export function StatusButtons({ name, status, onChange }: StatusButtonsProps) {
  const { data: statuses, error, refetch } = useAccountStatusesQuery();
  const [asked, setAsked] = useState<AccountStatusValue | null>(null);
  const toast = useToast();

  async function change(to: AccountStatusValue) {
    setAsked(to);
    const failed = failureMessage((await onChange({ accountStatus: to, from: status.value })).error);
    setAsked(null);
    if (failed !== null) toast('error', failed);
  }

  const current = asked ?? status.value;
  const isListed = statuses?.some(({ value }) => value === current);
  return (
    <RowActions className={styles.buttons} role="group" aria-label={`Account status of ${name}`}>
      {!isListed && <StatusMark status={status} />}
      {!statuses && error !== undefined && (
        <Button onClick={() => void refetch()}>Load the statuses again</Button>
      )}
      {statuses?.map(({ value, label }) => (
        <Button
          key={value}
          tone={value === current ? 'primary' : 'secondary'}
          aria-pressed={value === current}
          disabled={asked !== null && value !== asked}
          onClick={() => value !== current && void change(value)}
        >
          {label}
        </Button>
      ))}
    </RowActions>
  );
}
