import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { Outlet } from '#shared/api/outlets.ts';
import { failureMessage, useOutletQuery } from '../api/api-slice.ts';
import { buttonClass } from '../ui/button.tsx';
import { MainHeading } from '../ui/main-heading.tsx';
import { Page, PageHead } from '../ui/page.tsx';
import { ErrorView, Loader } from '../ui/states.tsx';

type OutletPageProps = {
  title: string;
  /** The place on the outlet's own page to which Back leads, with its `#`. */
  backTo?: string;
  /** Of the head alone. */
  headClass?: string | undefined;
  children: (outlet: Outlet) => ReactNode;
};

/** A page for one thing of the address's outlet, one step below the outlet's own page. */
export function OutletPage({ title, backTo = '', headClass, children }: OutletPageProps) {
  const { outletId = '' } = useParams();
  const { data: outlet, error, refetch } = useOutletQuery(outletId);
  const failure = failureMessage(error);
  if (failure && !outlet) return <ErrorView message={failure} onReload={() => void refetch()} />;
  if (!outlet) return <Loader title="Loading outlet" />;
  return (
    <Page>
      <div className={headClass}>
        <PageHead>
          <div>
            <MainHeading>{title}</MainHeading>
            <p className="row-note">{outlet.name}</p>
          </div>
          <Link className={buttonClass()} to={`/outlets/${outlet.id}/manage${backTo}`}>
            Back
          </Link>
        </PageHead>
      </div>
      {children(outlet)}
    </Page>
  );
}
