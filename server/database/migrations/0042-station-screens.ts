/**
 * What each screen of an outlet with stations shows and prints there. `shows` is null for all stations; `prints` has
 * the stations that its printers print for, each with since when they cannot.
 */
export const stationScreens = `
create table station_screens (
  outlet_id text not null references outlets,
  screen_id text not null,
  shows text,
  prints jsonb not null,
  shown_since timestamptz not null,
  heard_at timestamptz not null,
  gone boolean not null default false,
  primary key (outlet_id, screen_id)
) with (fillfactor = 40);
`;
