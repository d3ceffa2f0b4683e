import { accountStatuses } from '#shared/base/account-statuses.ts';
import type { AuditEntry } from '#shared/api/admin.ts';
import { useAuditLogInfiniteQuery } from '../../api/admin-api.ts';
import { formatWhen } from '../../ui/times.ts';
import { PagedRows } from './paged-rows.tsx';
import { Row } from '../../ui/row.tsx';

/** Who changed which status when, newest first: for one seller and its outlets, or for all. */
export function AuditRows({ sellerId }: { sellerId?: string }) {
  const list = useAuditLogInfiniteQuery(sellerId === undefined ? {} : { sellerId });
  return (
    <PagedRows
      what="the audit log"
      nothing="Nothing has been changed yet."
      without="This server keeps no audit log."
      list={list}
    >
      {(entry) => <AuditRow key={entry.id} entry={entry} />}
    </PagedRows>
  );
}

function AuditRow({ entry: { at, action, actor, subject, to, from } }: { entry: AuditEntry }) {
  const who = actor === null ? 'The server' : actor.email || 'An account that is gone';
  return (
    <Row>
      <div>
        <p className="row-title">{subject.name || 'Something that is gone'}</p>
        <p className="row-note">
          {to === null ? (actions[action] ?? action) : `${labelOf(from)} → ${labelOf(to)}`} · {who}
        </p>
      </div>
      <time className="row-note figures" dateTime={at}>
        {formatWhen(at)}
      </time>
    </Row>
  );
}

/** Actions that change no status. */
const actions: Record<string, string> = {
  'admin-added': 'Made an admin',
  'admin-removed': 'No longer an admin',
  'admin-signed-in': 'Signed in',
  'card-account-changed': 'Another card account connected',
  'card-account-connected': 'Card account connected',
  'card-account-lost': 'Card account disconnected',
  'password-changed': 'Password changed',
  'sign-in-ended': 'Sign-in ended',
  'all-signed-out': 'Everybody signed out',
  'refresh-token-reused': 'Signed out: a sign-in was used twice',
};

function labelOf(status: string | null): string {
  return accountStatuses.find(({ value }) => value === status)?.label ?? status ?? '';
}
