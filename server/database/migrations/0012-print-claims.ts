/** Which till prints which sheet of an order, so that the tills of an outlet print it once. */
export const printClaims = `
create table print_claims (
  order_id text not null references orders,
  kind text not null,
  copy int not null,
  printer text not null,
  state text not null,
  till_id text not null,
  till_name text not null,
  number int not null,
  leased_until timestamptz not null,
  sheets int not null,
  made_at timestamptz not null,
  primary key (order_id, kind, copy, printer)
) with (fillfactor = 70);
create index print_claims_made_at on print_claims (made_at);
`;
