import { useState } from 'react';
import type { AccountStatusValue } from '#shared/base/account-statuses.ts';
import { failureMessage } from '../../api/api-slice.ts';
import { useAccountStatusesQuery } from '../../api/admin-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RowActions } from '../../ui/row.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { StatusMark } from './status-mark.tsx';
import styles from './status-buttons.module.css';

type AccountStatus = { value: AccountStatusValue; label: string };
type StatusPress = { accountStatus: AccountStatusValue; from: AccountStatusValue };

/** The statuses that say no, and so have the colour of a problem. */
const refusing: ReadonlySet<AccountStatusValue> = new Set(['suspended', 'rejected']);

type StatusButtonsProps = {
  /** Names whose status it is, for screen readers. */
  name: string;
  status: AccountStatus;
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
  /** What it would no longer be verified for, until that is confirmed. */
  const [leavingFor, setLeavingFor] = useState<AccountStatus | null>(null);
  const toast = useToast();

  async function change(to: AccountStatusValue) {
    setAsked(to);
    const failed = failureMessage((await onChange({ accountStatus: to, from: status.value })).error);
    setAsked(null);
    if (failed !== null) toast('error', failed);
  }

  const current = asked ?? status.value;
  // A colleague may have decided meanwhile: then there is nothing to confirm any more.
  if (leavingFor && current !== 'verified') setLeavingFor(null);
  const isListed = statuses?.some(({ value }) => value === current);
  return (
    <RowActions className={styles.buttons} role="group" aria-label={`Account status of ${name}`}>
      {!isListed && <StatusMark status={status} />}
      {!statuses && error !== undefined && (
        <Button onClick={() => void refetch()}>Load the statuses again</Button>
      )}
      {leavingFor && (
        <LeavingVerified
          name={name}
          to={leavingFor}
          onConfirm={(to) => void change(to)}
          onClose={() => setLeavingFor(null)}
        />
      )}
      {statuses?.map(({ value, label }) => (
        <Button
          key={value}
          tone={value !== current ? 'secondary' : refusing.has(value) ? 'danger' : 'primary'}
          aria-pressed={value === current}
          data-refusing={refusing.has(value) || undefined}
          disabled={asked !== null && value !== asked}
          onClick={() => {
            if (value === current) return;
            if (current === 'verified') setLeavingFor({ value, label });
            else void change(value);
          }}
        >
          {label}
        </Button>
      ))}
    </RowActions>
  );
}

type LeavingVerifiedProps = {
  name: string;
  to: AccountStatus;
  onConfirm: (to: AccountStatusValue) => void;
  onClose: () => void;
};

/** Asks first, since trading ends at once. */
function LeavingVerified({ name, to: { value, label }, onConfirm, onClose }: LeavingVerifiedProps) {
  return (
    <Dialog
      role="alertdialog"
      title={label}
      onClose={onClose}
      cancels
      actions={
        <Button
          tone="danger"
          onClick={() => {
            onConfirm(value);
            onClose();
          }}
        >
          {`Set to ${label}`}
        </Button>
      }
    >
      <p>
        “<bdi>{name}</bdi>” is verified now. Once it is “{label}”, nobody can trade there until it is verified
        again. Are you sure?
      </p>
    </Dialog>
  );
}
