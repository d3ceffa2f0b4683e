import { useLeadsInfiniteQuery } from '../../api/admin-api.ts';
import { MainHeading } from '../../ui/main-heading.tsx';
import { formatWhen } from '../../ui/times.ts';
import { PagedRows, TotalFound } from './paged-rows.tsx';
import { Page, PageHead } from '../../ui/page.tsx';
import { Row } from '../../ui/row.tsx';
import styles from './leads-screen.module.css';

/** `/admin/leads`: businesses that asked to join, newest first. */
export function LeadsScreen() {
  const list = useLeadsInfiniteQuery();
  return (
    <Page>
      <PageHead>
        <MainHeading>Leads</MainHeading>
        <TotalFound list={list} />
      </PageHead>
      <PagedRows
        what="leads"
        nothing="Nobody has asked to be let in yet."
        without="This server keeps no leads."
        list={list}
      >
        {({ id, companyName, email, message, createdAt }) => (
          <Row top key={id}>
            <div>
              <h2 className="row-title">{companyName}</h2>
              <a href={`mailto:${email}`}>{email}</a>
              {message !== '' && <p className={styles.message}>{message}</p>}
            </div>
            <time className="row-note figures" dateTime={createdAt}>
              {formatWhen(createdAt)}
            </time>
          </Row>
        )}
      </PagedRows>
    </Page>
  );
}
