/**
 * How many of its items an outlet has left, by item, in the row that every order locks; and what an order took of them.
 * `portions_after` adds to the counted ones, or takes away.
 *
 * That none is below nil is said by a trigger, because a check is too early: a statement that must wait for the row is
 * checked with the count from before it waited, and would be refused for portions that were given back meanwhile.
 */
export const portions = `
alter table outlet_feeds add column portions jsonb not null default '{}';
alter table orders add column portions_taken jsonb;

create function portions_after(portions jsonb, change jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(item, counted::int + coalesce((change ->> item)::int, 0)), '{}')
  from jsonb_each_text(portions) as counts (item, counted)
$$;

create function refuse_portions_below_nil() returns trigger language plpgsql as
  $$ begin if jsonb_path_exists(new.portions, '$.* ? (@ < 0)') then raise exception 'Nothing is left of an item that was taken.' using errcode = 'check_violation', constraint = 'portions_never_below_nil'; end if; return null; end $$;
create trigger portions_never_below_nil after update of portions on outlet_feeds
  for each row when (new.portions is distinct from old.portions) execute function refuse_portions_below_nil();
`;
