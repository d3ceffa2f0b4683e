/**
 * The card that an order was paid with, as its customer tells it from others: the brand, and the last four digits. No more
 * of it can be stored. Orders are found by both.
 */
export const cardOfOrder = `
alter table orders add column card jsonb
  constraint card_shows_four check (card is null or (
    coalesce(card ->> 'lastFour', '') ~ '^[0-9]{4}$' and coalesce(card ->> 'brand', '') !~ '[0-9]'
    and card - 'lastFour' - 'brand' = '{}'
  ));

create or replace function order_words(o orders, seller_id text) returns tsvector language sql stable as $$
  select array_to_tsvector(array(
    select key || left(word, 100) from search_key(seller_id) key, unnest(search_words(concat_ws(' ',
      o.order_number, o.customer_name, 'table ' || o.table_number, round(o.amount / 100.0, 2),
      case when o.card is not null then 'card' end, o.card ->> 'brand', o.card ->> 'lastFour',
      jsonb_path_query_array(o.items, '$[*].name')::text,
      jsonb_path_query_array(o.items, '$[*].modifications[*].name')::text))) word))
$$;
`;
