import type { Clock } from '../../core/clock.ts';
import { repeatedChore, type RepeatedChore } from '../../core/repeated-chore.ts';
import type { ChoreReports } from '../../core/reported-chore.ts';
import type { Database } from '../../database/database.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import { AccountDisconnected, BooksUnread, type CardBooks } from '../../payments/card-books.ts';
import type { BalanceStore } from './balance-store.ts';
import { dueAccounts, findAccounts } from './due-accounts.ts';
import { readBalance } from './read-balance.ts';

const EVERY_MS = 30_000;

export type BooksChoreOptions = ChoreReports & {
  database: Database;
  store: BalanceStore;
  books: CardBooks | null;
  catchUp(orderId: string): Promise<void>;
  live: Pick<LiveFeed, 'booksRead'>;
  clock: Clock;
  everyMs?: number | undefined;
};

/**
 * Reads the books of sellers' accounts at the card provider: of each once a day, and soon after an event. What was
 * read is stored step by step, so a reading that breaks off goes on where it was.
 */
export function booksChore(options: BooksChoreOptions): RepeatedChore {
  const { database, store, books, catchUp, live, clock, log, everyMs = EVERY_MS, onRun } = options;
  const accounts = dueAccounts(database, clock);
  const read = books && readBalance({ books, store, catchUp, onReached: accounts.reached, clock, log });

  async function readNext(): Promise<boolean> {
    if (!read) return false;
    await findAccounts(database, clock);
    const account = await accounts.take();
    if (!account) return false;
    try {
      await accounts.done(account, await read(account));
      live.booksRead(account.sellerId);
      onRun('read-books', 'done');
    } catch (error) {
      onRun('read-books', 'failed');
      log.warn({ err: error, event: 'books-unread', account: account.id });
      // Anything else than the provider's refusal is in the log alone: it is no sentence for a person.
      await accounts.failed(
        account,
        error instanceof BooksUnread ? error.message : 'Something went wrong here.',
        error instanceof AccountDisconnected,
      );
    }
    return true;
  }

  return repeatedChore(readNext, everyMs, (error) => {
    onRun('read-books', 'failed');
    log.error({ err: error }, 'the card provider’s books could not be read; it is tried again');
  });
}
