import { useLeadsInfiniteQuery } from '../../api/admin-api.ts';
import { formatWhen } from '../../ui/times.ts';
import { PagedRows, TotalFound } from './paged-rows.tsx';
import './admin.css';

/** `/admin/leads`: businesses that asked to join, newest first. */
export function LeadsScreen() {
  const list = useLeadsInfiniteQuery();
  return (
    <div className="page">
      <div className="page-head">
        <h1>Leads</h1>
        <TotalFound list={list} />
      </div>
      <PagedRows
        what="leads"
        nothing="Nobody has asked to be let in yet."
        without="This server keeps no leads."
        list={list}
      >
        {({ id, companyName, email, message, createdAt }) => (
          <li key={id} className="row review">
            <div>
              <h2 className="row-title">{companyName}</h2>
              <a href={`mailto:${email}`}>{email}</a>
              {message !== '' && <p className="lead-message">{message}</p>}
            </div>
            <time className="row-note figures" dateTime={createdAt}>
              {formatWhen(createdAt)}
            </time>
          </li>
        )}
      </PagedRows>
    </div>
  );
}
