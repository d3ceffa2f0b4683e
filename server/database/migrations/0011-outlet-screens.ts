/**
 * The screens that watch an outlet, with the state they report, and those that were signed out while they watched.
 */
export const outletScreens = `
create table outlet_screens (
  outlet_id text not null references outlets,
  screen_id text not null,
  name text not null,
  family text not null,
  silent text,
  silent_since timestamptz,
  heard_at timestamptz not null,
  signed_out_at timestamptz,
  primary key (outlet_id, screen_id)
) with (fillfactor = 40);
create index outlet_screens_unheard on outlet_screens (outlet_id) where silent is not null or signed_out_at is not null;
`;
