import { BookOpen, Landmark, Store } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import { Page } from '../../ui/page.tsx';
import { DisputesBand } from '../../bands/disputes.tsx';
import { MoneyAtRisk } from '../../orders/money-at-risk.tsx';
import { CardIcon, CardPanel, Cards } from '../../ui/cards.tsx';

const cards = [
  { title: 'Outlets', text: 'Open for orders, and see what was sold.', to: '/outlets', Icon: Store },
  {
    title: 'Catalogs',
    text: 'What your customers can order, and for how much.',
    to: '/catalogs',
    Icon: BookOpen,
  },
  {
    title: 'Payouts',
    text: 'Manage your stripe account to receive payments.',
    to: '/payouts',
    Icon: Landmark,
  },
];

export function SellerHome({ companyName }: { companyName: string }) {
  return (
    <Page>
      <MainHeading>{companyName}</MainHeading>
      <DisputesBand />
      <Cards>
        {cards.map(({ title, text, to, Icon }) => (
          <CardPanel key={title}>
            <CardIcon Icon={Icon} />
            <h2>{title}</h2>
            <p>{text}</p>
            <Link className={buttonClass('primary')} to={to} aria-label={`Manage ${title.toLowerCase()}`}>
              Manage
            </Link>
          </CardPanel>
        ))}
      </Cards>
      <MoneyAtRisk />
    </Page>
  );
}
