import { AuditRows } from './audit-rows.tsx';

/** `/admin/audit-log`: every seller's and outlet's. */
export function AuditLogScreen() {
  return (
    <div className="page">
      <h1>Audit log</h1>
      <AuditRows />
    </div>
  );
}
