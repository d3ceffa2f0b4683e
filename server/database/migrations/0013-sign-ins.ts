/**
 * The device and network of each sign-in, so that sign-ins can be listed; and a number that rises whenever access
 * ends.
 */
export const signIns = `
alter table refresh_tokens add column device text;
alter table refresh_tokens add column network text;
drop index refresh_tokens_account;
create index refresh_tokens_account on refresh_tokens (account_id, network);

-- One row, whose number rises whenever a sign-in or an account's access ends: servers look whether theirs is among them.
create table access_changes (
  only_row boolean primary key default true check (only_row),
  number int not null
);
`;
