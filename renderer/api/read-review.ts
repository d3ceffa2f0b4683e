import type { AccountStatusValue } from '#shared/base/account-statuses.ts';
import type { AuditEntry, Lead, ReviewedOutlet, ReviewedSeller } from '#shared/api/admin.ts';
import { record, text } from '#shared/base/loose-json.ts';
import { readAccount, readStatus } from '#shared/api/read-account.ts';
import { readList } from './loose-values.ts';
import { readOutlet } from './read-outlet.ts';

/** One page of a list; `whole` if the server has no pages and sent the whole list. */
export type ReviewPage<T> = { items: T[]; nextCursor: string | null; total: number; whole: boolean };

function readPage<T>(value: unknown, name: string, read: (entry: unknown) => T): ReviewPage<T> {
  const items = readList(value, name, read);
  const { nextCursor, total } = record(value);
  return {
    items,
    nextCursor: text(nextCursor) || null,
    total: typeof total === 'number' ? total : items.length,
    whole: typeof total !== 'number',
  };
}

/** Applies the filter here, if the server sent the whole list. */
export function fits<T extends { accountStatus: { value: string } }>(
  page: ReviewPage<T>,
  { search, status }: { search: string; status: AccountStatusValue | '' },
  nameOf: (entry: T) => string,
): ReviewPage<T> {
  if (!page.whole) return page;
  const items = page.items.filter(
    (entry) =>
      (status === '' || entry.accountStatus.value === status) &&
      nameOf(entry).toLowerCase().includes(search.toLowerCase()),
  );
  return { ...page, items, total: items.length };
}

export const readSellersPage = (value: unknown) => readPage(value, 'sellers', readReviewedSeller);
export const readOutletsPage = (value: unknown) => readPage(value, 'outlets', readReviewedOutlet);

function readReviewedSeller(value: unknown): ReviewedSeller {
  const { postcode, ...account } = readAccount(value);
  return { ...account, postCode: postcode, createdAt: text(record(value)['createdAt']) };
}

function readReviewedOutlet(value: unknown): ReviewedOutlet {
  const json = record(value);
  const { postcode, ...outlet } = readOutlet(value);
  return {
    ...outlet,
    postCode: postcode,
    sellerId: text(json['sellerId']),
    companyName: text(json['companyName']),
    createdAt: text(json['createdAt']),
  };
}

export const readLeadsPage = (value: unknown) => readPage(value, 'leads', readLead);
export const readAuditLogPage = (value: unknown) => readPage(value, 'entries', readAuditEntry);

function readLead(value: unknown): Lead {
  const { id, email, companyName, message, createdAt } = record(value);
  return {
    id: text(id),
    email: text(email),
    companyName: text(companyName),
    message: text(message),
    createdAt: text(createdAt),
  };
}

function readAuditEntry(value: unknown): AuditEntry {
  const { id, at, action, actor, subject, from, to } = record(value);
  return {
    id: text(id),
    at: text(at),
    action: text(action),
    actor: actor === null ? null : { id: text(record(actor)['id']), email: text(record(actor)['email']) },
    subject: { id: text(record(subject)['id']), name: text(record(subject)['name']) },
    from: text(from) || null,
    to: text(to) || null,
  };
}

export const readStatuses = (value: unknown) => readList(value, 'statuses', readStatus);
export const readReviewedOutlets = (value: unknown) => readList(value, 'outlets', readReviewedOutlet);
