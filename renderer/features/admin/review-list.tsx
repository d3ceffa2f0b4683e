import { type ReactNode } from 'react';
import { useAccountStatusesQuery, type ReviewFilter } from '../../api/admin-api.ts';
import { Field } from '../../ui/field.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import { NativeSelect } from '../../ui/text-fields.tsx';
import { PagedRows, TotalFound, type Paged } from './paged-rows.tsx';
import type { useReviewFilter } from './use-review-filter.ts';
import { Page, PageHead } from '../../ui/page.tsx';
import styles from './review-list.module.css';

export type ReviewListProps<T> = {
  title: string;
  /** What can be searched for. */
  hint: string;
  nothing: string;
  filter: ReturnType<typeof useReviewFilter>;
  list: Paged<T>;
  children: (entry: T) => ReactNode;
};

/** A long list with a search and a status filter, loaded page by page. */
export function ReviewList<T>({ title, hint, nothing, filter, list, children }: ReviewListProps<T>) {
  const { search, setSearch, status, setStatus } = filter;
  const { data: statuses = [] } = useAccountStatusesQuery();
  return (
    <Page>
      <PageHead>
        <MainHeading>{title}</MainHeading>
        <TotalFound list={list} />
      </PageHead>
      <div className={styles.filter} role="search">
        <Field
          label="Search"
          type="search"
          hint={hint}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <NativeSelect
          label="Account status"
          value={status}
          onChange={({ target }) => setStatus(target.value as ReviewFilter['status'])}
        >
          <option value="">Any</option>
          {statuses.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </div>
      <PagedRows what={title.toLowerCase()} nothing={nothing} list={list}>
        {children}
      </PagedRows>
    </Page>
  );
}
