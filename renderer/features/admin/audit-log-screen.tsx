import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { AuditRows } from './audit-rows.tsx';

/** `/admin/audit-log`: the entries of all sellers and outlets. */
export function AuditLogScreen() {
  return (
    <div className="page">
      <div className="page-head">
        <h1>Audit log</h1>
        <Link className={buttonClass()} to="/admin">
          Back
        </Link>
      </div>
      <AuditRows />
    </div>
  );
}
