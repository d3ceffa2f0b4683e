import { useId, type ReactNode } from 'react';
import { accountStatuses } from '#shared/account-statuses.ts';
import { failureMessage } from '../../api/api-slice.ts';
import type { ReviewFilter, ReviewPage } from '../../api/admin-api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { EmptyState } from '../../ui/empty-states.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import type { useReviewFilter } from './use-review-filter.ts';
import './admin.css';

/** What a paged query gives, as far as the list needs it. */
export type Paged<T> = {
  data?: { pages: ReviewPage<T>[] } | undefined;
  error?: unknown;
  isFetching: boolean;
  hasNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

export type ReviewListProps<T> = {
  title: string;
  /** What one may search for. */
  hint: string;
  nothing: string;
  filter: ReturnType<typeof useReviewFilter>;
  list: Paged<T>;
  children: (entry: T) => ReactNode;
};

/** A long list with a search and a status filter, loaded in parts. */
export function ReviewList<T>({ title, hint, nothing, filter, list, children }: ReviewListProps<T>) {
  const { search, setSearch, status, setStatus } = filter;
  const statusId = useId();
  const { data, error, isFetching, hasNextPage, refetch, fetchNextPage } = list;
  const failure = failureMessage(error);
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  return (
    <div className="page">
      <div className="page-head">
        <h1>{title}</h1>
        {data && <p className="row-note figures">{total === 1 ? '1 found' : `${total} found`}</p>}
      </div>
      <div className="admin-filter" role="search">
        <Field
          label="Search"
          type="search"
          hint={hint}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <div className="field">
          <label htmlFor={statusId}>Account status</label>
          <select
            id={statusId}
            value={status}
            onChange={({ target }) => setStatus(target.value as ReviewFilter['status'])}
          >
            <option value="">Any</option>
            {accountStatuses.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </div>
      {failure && <ErrorView message={failure} onReload={() => void refetch()} />}
      {!failure && !data && <Loader title={`Loading ${title.toLowerCase()}`} />}
      {data && entries.length === 0 && !isFetching && <EmptyState message={nothing} />}
      <ul className="rows">{entries.map(children)}</ul>
      {hasNextPage && (
        <Button busy={isFetching} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </div>
  );
}
