import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconSearch, IconZoomQuestion } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../../components/ui/empty-state.js';
import { ErrorState } from '../../../components/ui/error-state.js';
import { FormError } from '../../../components/ui/form-error.js';
import { sentenceOf } from '../../../lib/api/api-error.js';
import type { CursorPage } from '../../../lib/api/cursor-pages.js';
import { passFocusToList } from '../../../lib/pass-focus.js';
import { useNewRowFocus } from '../../../lib/use-new-row-focus.js';

/** The members of an infinite query that a list uses. */
interface ListQuery<T> {
  /** Rows of the current search; those of the previous one are not its result. */
  readonly currentData?: { readonly pages: CursorPage<T>[] } | undefined;
  readonly error?: unknown;
  readonly isError: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  refetch(): unknown;
  fetchNextPage(): unknown;
}

/** The search of the page, kept in its address. */
export function useAdminSearch(): string {
  return useSearchParams()[0].get('query') ?? '';
}

/** A searchable list, a page at a time. */
export function AdminList<T extends { readonly id: string }>({
  query,
  hint,
  empty,
  children,
}: {
  query: ListQuery<T>;
  /** Label of the search field. */
  hint: string;
  /** Sentence for an empty list. */
  empty: string;
  children: (item: T) => ReactNode;
}) {
  return (
    <Stack gap="md">
      <SearchField hint={hint} onSameSearch={() => void query.refetch()} />
      <section aria-label="Results" tabIndex={-1}>
        <Items query={query} empty={empty}>
          {children}
        </Items>
      </section>
    </Stack>
  );
}

/** `onSameSearch` runs where the address, and so the list, would stay as it is. */
function SearchField({ hint, onSameSearch }: { hint: string; onSameSearch: () => void }) {
  const [search, setSearch] = useSearchParams();
  const query = search.get('query') ?? '';
  const [text, setText] = useState(query);
  const [shown, setShown] = useState(query);
  // Follow the address, which also changes by Back. A new field would lose the focus.
  if (query !== shown) {
    setShown(query);
    setText(query);
  }
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (text === query) onSameSearch();
        else setSearch(text === '' ? {} : { query: text });
      }}
    >
      <Group gap="sm" align="flex-end">
        <TextInput
          name="query"
          label="Search"
          description={hint}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={200}
          flex="1 1 220px"
        />
        <Button type="submit" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
          Search
        </Button>
      </Group>
    </form>
  );
}

function Items<T extends { readonly id: string }>({
  query,
  empty,
  children,
}: {
  query: ListQuery<T>;
  empty: string;
  children: (item: T) => ReactNode;
}) {
  const { currentData: data } = query;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const [list, followRows] = useNewRowFocus(items.length);
  const failure = query.isError ? sentenceOf(query.error, 'The list could not be loaded.') : undefined;
  if (!data && failure) return <ErrorState message={failure} onRetry={() => void query.refetch()} />;
  if (!data) return <Skeleton height={240} radius="lg" role="status" aria-label="Loading list" />;
  if (items.length === 0) return <EmptyState icon={IconZoomQuestion} title={empty} />;
  return (
    <Stack gap="sm">
      <Stack gap="sm" component="ul" ref={list} p={0} m={0} style={{ listStyle: 'none' }}>
        {items.map((item) => (
          <li key={item.id} ref={passFocusToList}>
            {children(item)}
          </li>
        ))}
      </Stack>
      <FormError message={failure} />
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => {
            followRows();
            void query.fetchNextPage();
          }}
        >
          Show more
        </Button>
      )}
    </Stack>
  );
}
