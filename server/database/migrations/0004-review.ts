/** What admins need to review sellers and outlets; leads, sold-out marks, and the audit log. */
export const review = `
create table audit_log (
  id text primary key,
  at timestamptz not null,
  -- No foreign keys: the trail outlives the accounts it names.
  actor_id text,
  action text not null,
  subject_id text not null,
  details jsonb not null
);
create index audit_log_subject on audit_log (subject_id, at);

create table leads (
  id text primary key,
  email text not null,
  company_name text not null,
  message text not null,
  created_at timestamptz not null
);

create index accounts_review on accounts (lower(company_name), id) where not is_admin;
create index accounts_review_status on accounts (status, lower(company_name), id) where not is_admin;
create index outlets_review on outlets (lower(name), id);
create index outlets_review_status on outlets (status, lower(name), id);

alter table catalogs
  add column sold_out jsonb not null default '[]',
  add column sold_out_version int not null default 0;
`;
