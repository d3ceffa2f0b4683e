/**
 * Since when a phone's push service has said that the phone is gone, and the address of a webhook that has said so of
 * itself. A phone that was added again since, or another address, is another matter: an older server changes only those.
 */
export const gonePhones = `
alter table outlet_phones add column gone_at timestamptz;
alter table outlet_escalation add column webhook_gone text;
`;
