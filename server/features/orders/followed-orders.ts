import type { RepeatedChore } from '../../core/repeated-chore.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import type { Database, Statement } from '../../database/database.ts';
import type { EventStream, StreamedEvent } from '../../http/event-stream.ts';
import type { Refusal } from '../../http/refusal.ts';
import type { TakePlace } from '../../limits/places.ts';
import { guestsEnd } from '../../ordering/taken-unsold.ts';
import { followingStream } from './following-stream.ts';
import type { OrderRow } from './order-row.ts';

/** What of an order changes without its version, beside that: whether the card provider is still to answer. */
const readVersions: Statement = {
  name: 'followed_versions',
  sql: `select id, version, payment_due_at is null or capture_error is not null as "isAnswered"
    from orders where id = any (array(select jsonb_array_elements_text($1::jsonb)))`,
};

type Seen = { id: string; version: number; isAnswered: boolean };

/** An order as far as a follower was told of it. */
type Told = { version: number; isUnknown: boolean };
const toldWith = (row: OrderRow): Told => ({
  version: row.version,
  isUnknown: guestsEnd(row).charged === 'unknown',
});

/** Who follows an order. */
export type Follower = {
  /** Called with the order as it is now, and after each change. */
  onChange(order: OrderRow): void;
  /** Nothing more will be told. */
  onEnd(): void;
};

export type FollowedOrdersOptions = ChoreReports & {
  database: Database;
  takePlace: TakePlace;
  findOrder(orderId: string): Promise<OrderRow | null>;
  /** How often changes that were made by other servers are looked for, in ms. */
  everyMs: number;
};

export type FollowedOrders = ReturnType<typeof followedOrders>;

/** Tells those who follow an order of its changes: this server's at once, other servers' at the next look. */
export function followedOrders({
  database,
  takePlace,
  findOrder,
  everyMs,
  ...reports
}: FollowedOrdersOptions) {
  const following = followers();

  async function tell(orderId: string): Promise<void> {
    const row = following.isFollowed(orderId) ? await findOrder(orderId) : null;
    if (row) following.tell(row);
  }

  const chore = reportedChore({
    ...reports,
    name: 'followed-orders',
    async run() {
      const ids = following.orders();
      if (ids.length === 0) return false;
      const rows = await database.run<Seen>(readVersions, [JSON.stringify(ids)]);
      for (const row of rows) if (following.isBehind(row)) await tell(row.id);
      return false;
    },
    everyMs,
    failure: 'changes could not be told to those who follow their orders; it is tried again',
  });

  return {
    /** A stream of events for one more who follows this order, or why there is none. */
    stream: <Data>(
      row: OrderRow,
      network: string,
      eventOf: (order: OrderRow) => StreamedEvent<Data>,
    ): Promise<EventStream<Data> | Refusal> =>
      followingStream(
        takePlace,
        `${network} orders`,
        ({ send, end }) => following.add(row, { onChange: (changed) => send(eventOf(changed)), onEnd: end }),
        { limit: 'following-order', subject: row.id },
      ),
    follow: following.add,
    /** This server changed the order. */
    changed(orderId: string): void {
      tell(orderId).catch((error: unknown) =>
        reports.log.warn({ err: error }, 'a change of an order is told to those who follow it later'),
      );
    },
    chore: {
      look: chore.look,
      async stop() {
        await chore.stop();
        following.endAll();
      },
    } satisfies RepeatedChore,
  };
}

/** Who follows which order at this server, and what each was told last. */
function followers() {
  const byOrder = new Map<string, Map<Follower, Told>>();
  let isOver = false;
  const toldOf = (orderId: string): Map<Follower, Told> => byOrder.get(orderId) ?? new Map();

  return {
    orders: () => [...byOrder.keys()],
    isFollowed: (orderId: string) => byOrder.has(orderId),
    isBehind: ({ id, version, isAnswered }: Seen) =>
      [...toldOf(id).values()].some((told) => told.version < version || (told.isUnknown && isAnswered)),

    /**
     * Tells the follower the order as it was read, and what changes until the returned function is called. A change
     * between the read and this call is found at the next look. One that comes after the end of all is ended too.
     */
    add(row: OrderRow, follower: Follower): () => void {
      const told = toldOf(row.id);
      byOrder.set(row.id, told.set(follower, toldWith(row)));
      follower.onChange(row);
      if (isOver) follower.onEnd();
      return () => {
        told.delete(follower);
        if (told.size === 0 && byOrder.get(row.id) === told) byOrder.delete(row.id);
      };
    },

    tell(row: OrderRow): void {
      const told = toldOf(row.id);
      const now = toldWith(row);
      // Of two reads at once the older may come last.
      const isNews = ({ version, isUnknown }: Told) =>
        now.version > version || (now.version === version && isUnknown && !now.isUnknown);
      for (const [follower, before] of told)
        if (isNews(before)) {
          told.set(follower, now);
          follower.onChange(row);
        }
    },

    endAll(): void {
      isOver = true;
      for (const told of byOrder.values()) for (const { onEnd } of told.keys()) onEnd();
    },
  };
}
