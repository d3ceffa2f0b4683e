import { Link } from 'react-router';
import {
  useAccountStatusesQuery,
  useReviewedOutletsInfiniteQuery,
  useReviewedSellersInfiniteQuery,
  type ReviewPage,
} from '../../api/admin-api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import { Page } from '../../ui/page.tsx';
import { CardPanel, Cards } from '../../ui/cards.tsx';

/** The status of what waits for review, if the server knows it. */
const WAITING = 'pending';

type Statuses = readonly { value: string; label: string }[];
type Reviewed = { accountStatus: { value: string } };

/** `/admin`: what waits for review. */
export function AdminHomeScreen() {
  const { data: statuses } = useAccountStatusesQuery();
  const filter = { search: '', status: knowsWaiting(statuses) ? WAITING : '' } as const;
  const skip = { skip: !statuses };
  const sellers = useReviewedSellersInfiniteQuery(filter, skip);
  const outlets = useReviewedOutletsInfiniteQuery(filter, skip);
  return (
    <Page>
      <MainHeading>Admin</MainHeading>
      <Cards>
        <Card
          title="Sellers"
          action="Manage sellers"
          to="/admin/sellers"
          note={noteOn(sellers.data?.pages[0], statuses)}
        />
        <Card
          title="Outlets"
          action="Manage outlets"
          to="/admin/outlets"
          note={noteOn(outlets.data?.pages[0], statuses)}
        />
      </Cards>
    </Page>
  );
}

const knowsWaiting = (statuses: Statuses = []) => statuses.some(({ value }) => value === WAITING);

/** How many wait for review; for a server with other statuses, how many have each. */
function noteOn(page: ReviewPage<Reviewed> | undefined, statuses: Statuses | undefined): string {
  if (!page || !statuses) return '';
  if (knowsWaiting(statuses))
    return page.total === 0 ? 'None waiting for review' : `${page.total} waiting for review`;
  if (!page.whole) return `${page.total} in all`;
  const countOf = (status: string) =>
    page.items.filter(({ accountStatus }) => accountStatus.value === status);
  return statuses.map(({ value, label }) => `${countOf(value).length} ${label}`).join(' · ');
}

type CardProps = { title: string; action: string; to: string; note: string };

function Card({ title, action, to, note }: CardProps) {
  return (
    <CardPanel>
      <h2>{title}</h2>
      <p>{note}</p>
      <Link className={buttonClass('primary')} to={to}>
        {action}
      </Link>
    </CardPanel>
  );
}
