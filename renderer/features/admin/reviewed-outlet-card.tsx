import type { ReviewedOutlet } from '#shared/api/admin.ts';
import { useSetOutletStatusMutation } from '../../api/admin-api.ts';
import { Address } from './address.tsx';
import { StatusButtons } from './status-buttons.tsx';
import { Row } from '../../ui/row.tsx';
import styles from './reviewed-outlet-card.module.css';

/** An outlet under review; `seller` names its seller, unless a heading does. */
export function ReviewedOutletCard({ outlet, seller }: { outlet: ReviewedOutlet; seller?: string }) {
  const [setStatus] = useSetOutletStatusMutation();
  const { id, name, lineOne, lineTwo, city, country, postCode, services } = outlet;
  return (
    <Row top>
      <div>
        <h2 className="row-title">{name}</h2>
        {seller && <p className="row-note">{seller}</p>}
        <Address lines={[lineOne, lineTwo, city, country, postCode]} />
        {services.length > 0 && (
          <ul className={styles.services} aria-label="Services">
            {services.map((service) => (
              <li key={service.slug}>{service.name}</li>
            ))}
          </ul>
        )}
      </div>
      <StatusButtons
        name={name}
        status={outlet.accountStatus}
        onChange={(change) => setStatus({ id, ...change })}
      />
    </Row>
  );
}
