/**
 * Phones that guests had told of one order: what each guest knows of it, and the message that is being sent to them. A message
 * is stored before it is sent, in its phone's row, so that one server sends it. There is no foreign key: its check would
 * lock the order's row, and nothing here may hold up an order.
 */
export const orderNotifications = `
create table order_notifications (
  id text primary key,
  order_id text not null,
  slot int not null check (slot between 1 and 3),
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  added_at timestamptz not null,
  known_ready_by timestamptz,
  known_ready_at timestamptz,
  knows_end boolean not null default false,
  message_id text,
  message text check (message in ('ready', 'delayed', 'ended')),
  not_by timestamptz,
  tries int not null default 0,
  holder text,
  held_until timestamptz,
  constraint order_notifications_slot unique (order_id, slot),
  constraint order_notifications_endpoint unique (order_id, endpoint)
);
create index order_notifications_added on order_notifications (added_at);
`;
