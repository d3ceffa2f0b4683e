import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { AuditRows } from './audit-rows.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import { Page, PageHead } from '../../ui/page.tsx';

/** `/admin/audit-log`: the entries of all sellers and outlets. */
export function AuditLogScreen() {
  return (
    <Page>
      <PageHead>
        <MainHeading>Audit log</MainHeading>
        <Link className={buttonClass()} to="/admin">
          Back
        </Link>
      </PageHead>
      <AuditRows />
    </Page>
  );
}
