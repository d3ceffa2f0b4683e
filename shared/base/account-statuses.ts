/** The statuses of seller accounts and of outlets, with their labels. */
export const accountStatuses = [
  { value: 'pending', label: 'Pending review' },
  { value: 'verified', label: 'Verified' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'rejected', label: 'Rejected' },
] as const;
export type AccountStatus = (typeof accountStatuses)[number];
export type AccountStatusValue = AccountStatus['value'];

/** The status with its label. */
export function accountStatus(value: AccountStatusValue): AccountStatus {
  const found = accountStatuses.find((status) => status.value === value);
  if (!found) throw new Error(`No account status ${value}`);
  return found;
}
