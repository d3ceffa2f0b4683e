/** When each order was received, alerted and seen, and when a screen last listened at an outlet. */
export const orderSeen = `
alter table orders add column received_at timestamptz;
alter table orders add column alerted_at timestamptz;
alter table orders add column seen_at timestamptz;

create table outlet_listening (
  outlet_id text primary key references outlets,
  heard_at timestamptz not null
) with (fillfactor = 40);
`;
