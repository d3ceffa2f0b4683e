import { useState } from 'react';
import { accountStatuses, type AccountStatusValue } from '#shared/account-statuses.ts';
import { failureMessage } from '../../api/api-slice.ts';
import { useAccountStatusesQuery } from '../../api/admin-api.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toasts.tsx';

type StatusButtonsProps = {
  /** Whose status it is, for those who hear the buttons. */
  name: string;
  status: AccountStatusValue;
  /** Sends it; resolves with what failed, if anything did. */
  onChange: (status: AccountStatusValue) => Promise<{ error?: unknown }>;
};

/** One button per account status, the current one pressed. Shown at once, and put back where the server refuses. */
export function StatusButtons({ name, status, onChange }: StatusButtonsProps) {
  const { data: statuses = accountStatuses } = useAccountStatusesQuery();
  const [asked, setAsked] = useState<AccountStatusValue | null>(null);
  const toast = useToast();

  async function change(to: AccountStatusValue) {
    setAsked(to);
    const failed = failureMessage((await onChange(to)).error);
    setAsked(null);
    if (failed !== null) toast('error', failed);
  }

  const current = asked ?? status;
  return (
    <div className="status-buttons" role="group" aria-label={`Account status of ${name}`}>
      {statuses.map(({ value, label }) => (
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
