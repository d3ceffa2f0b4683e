import { useState } from 'react';
import type { AccountStatusValue } from '#shared/base/account-statuses.ts';
import { failureMessage } from '../../api/api-slice.ts';
import { useAccountStatusesQuery } from '../../api/admin-api.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toasts.tsx';

type StatusButtonsProps = {
  /** Whose status it is, for those who hear the buttons. */
  name: string;
  status: { value: AccountStatusValue; label: string };
  /** Sends it; resolves with what failed, if anything did. */
  onChange: (status: AccountStatusValue) => Promise<{ error?: unknown }>;
};

/**
 * One button per account status of the server's, the current one pressed. A press is shown at once, and put back where
 * the server refuses. Without the server's list there is no button: it would send what the server may not know.
 */
export function StatusButtons({ name, status, onChange }: StatusButtonsProps) {
  const { data: statuses, error, refetch } = useAccountStatusesQuery();
  const [asked, setAsked] = useState<AccountStatusValue | null>(null);
  const toast = useToast();

  async function change(to: AccountStatusValue) {
    setAsked(to);
    const failed = failureMessage((await onChange(to)).error);
    setAsked(null);
    if (failed !== null) toast('error', failed);
  }

  const current = asked ?? status.value;
  const isListed = statuses?.some(({ value }) => value === current);
  return (
    <div className="status-buttons" role="group" aria-label={`Account status of ${name}`}>
      {!isListed && <span className={`review-status review-${status.value}`}>{status.label}</span>}
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
    </div>
  );
}
