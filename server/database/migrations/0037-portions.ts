/**
 * How many of its items an outlet has left, by item, in the row that every order locks; and what an order took of them.
 * `portions_after` adds to the counted ones, or takes away.
 */
export const portions = `
alter table outlet_feeds add column portions jsonb not null default '{}'
  constraint portions_never_below_nil check (not jsonb_path_exists(portions, '$.* ? (@ < 0)'));

alter table orders add column portions_taken jsonb;

create function portions_after(portions jsonb, change jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(item, counted::int + coalesce((change ->> item)::int, 0)), '{}')
  from jsonb_each_text(portions) as counts (item, counted)
$$;
`;
