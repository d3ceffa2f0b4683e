/** The orders that one statement writes are listed for the index of words together: a trigger for each took longer. */
export const ordersListedTogether = `
drop trigger orders_are_found on orders;
create function list_orders_to_index() returns trigger language plpgsql as
  $$ begin insert into orders_to_index (order_id) select id from written_orders where not is_test and status not in ('payment_pending', 'payment_created', 'payment_working', 'payment_failure', 'payment_aborted') on conflict do nothing; return null; end $$;
create trigger orders_are_found after insert on orders referencing new table as written_orders for each statement
  execute function list_orders_to_index();
`;
