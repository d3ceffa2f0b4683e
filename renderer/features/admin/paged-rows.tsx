import type { ReactNode } from 'react';
import { failureMessage } from '../../api/api-slice.ts';
import type { Failure } from '../../api/failure.ts';
import type { ReviewPage } from '../../api/admin-api.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-states.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { Rows } from '../../ui/row.tsx';

/** The parts of a paged query that a list uses. */
export type Paged<T> = {
  data?: { pages: ReviewPage<T>[] } | undefined;
  error?: unknown;
  isFetching: boolean;
  hasNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

type PagedRowsProps<T> = {
  /** A word for the rows, for the middle of a sentence. */
  what: string;
  nothing: string;
  /** The message if a server has no such list; without it, that is an error. */
  without?: string;
  list: Paged<T>;
  children: (entry: T) => ReactNode;
};

/** A long list, loaded page by page on demand. */
export function PagedRows<T>({ what, nothing, without, list, children }: PagedRowsProps<T>) {
  const { data, error, isFetching, hasNextPage, refetch, fetchNextPage } = list;
  if (without && (error as Failure | undefined)?.status === 404) return <EmptyState message={without} />;
  const failure = failureMessage(error);
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {failure && <ErrorView heading="h2" message={failure} onReload={() => void refetch()} />}
      {!failure && !data && <Loader title={`Loading ${what}`} />}
      {data && entries.length === 0 && !isFetching && <EmptyState message={nothing} />}
      <Rows>{entries.map(children)}</Rows>
      {hasNextPage && (
        <Button busy={isFetching} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </>
  );
}

/** The length of the whole list. */
export function TotalFound({ list: { data } }: { list: Pick<Paged<unknown>, 'data'> }) {
  if (!data) return null;
  return <p className="row-note figures">{`${data.pages[0]?.total ?? 0} found`}</p>;
}
