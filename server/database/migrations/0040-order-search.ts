/**
 * The words that orders are found by, of all sessions: number, name, table, items, amount. Each word begins with a short
 * name of its seller, so that the index holds sellers apart. Orders that are not paid for and tests are not found.
 *
 * To find the words takes longer than to write the order. So triggers only list the orders, and the server finds their words
 * soon after, the newest first; those from before this migration follow.
 *
 * Words are compared without accents and in small letters; what parts them is listed, because what counts as a letter
 * differs between databases.
 */
export const orderSearch = `
create function search_words(given text) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct word), '{}')
  from (
    select btrim(part, '.') as word
    from regexp_split_to_table(
      lower(regexp_replace(normalize(given, NFKD), '[\\u0300-\\u036f''’]', '', 'g')), '[\\s!-\\-/:-@\\[-\`{-~·×£–—]+') part
  ) parts
  where word <> ''
$$;

create function search_key(seller_id text) returns text language sql immutable as $$ select left(md5(seller_id), 8) $$;

create function order_words(o orders, seller_id text) returns tsvector language sql stable as $$
  select array_to_tsvector(array(
    select key || left(word, 100) from search_key(seller_id) key, unnest(search_words(concat_ws(' ',
      o.order_number, o.customer_name, 'table ' || o.table_number, round(o.amount / 100.0, 2),
      jsonb_path_query_array(o.items, '$[*].name')::text,
      jsonb_path_query_array(o.items, '$[*].modifications[*].name')::text))) word))
$$;

create function search_query(given text, seller_id text) returns tsquery language sql immutable as $$
  select string_agg('''' || search_key(seller_id) || left(word, 100) || ''':*', ' & ')::tsquery
  from unnest(search_words(given)) word
$$;

create table order_search (
  order_id text primary key,
  seller_id text not null,
  words tsvector not null
);

create table orders_to_index (order_id text primary key);
insert into orders_to_index (order_id) select id from orders
where not is_test
  and status not in ('payment_pending', 'payment_created', 'payment_working', 'payment_failure', 'payment_aborted');

create index order_search_newest on order_search (seller_id, order_id);
create index order_search_words on order_search using gin (words) with (gin_pending_list_limit = 256);

create function list_order_to_index() returns trigger language plpgsql as
  $$ begin insert into orders_to_index (order_id) values (new.id) on conflict do nothing; return null; end $$;
create trigger orders_are_found after insert on orders for each row
  when (not new.is_test and new.status not in ('payment_pending', 'payment_created', 'payment_working', 'payment_failure', 'payment_aborted'))
  execute function list_order_to_index();
create trigger orders_are_found_as_they_are after update of order_number, customer_name on orders for each row
  when (not new.is_test and (new.order_number, new.customer_name) is distinct from (old.order_number, old.customer_name))
  execute function list_order_to_index();
`;
