import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { AuditRows } from './audit-rows.tsx';
import { Page, PageHead } from '../../ui/page.tsx';

/** `/admin/audit-log`: the entries of all sellers and outlets. */
export function AuditLogScreen() {
  return (
    <Page>
      <PageHead>
        <h1>Audit log</h1>
        <Link className={buttonClass()} to="/admin">
          Back
        </Link>
      </PageHead>
      <AuditRows />
    </Page>
  );
}
