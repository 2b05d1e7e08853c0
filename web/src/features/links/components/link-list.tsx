import { Button, Group, Skeleton, Stack } from '@mantine/core';
import type { ComponentProps } from 'react';
import { ErrorState } from '../../../components/ui/error-state.js';
import { FormError } from '../../../components/ui/form-error.js';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { useNewRowFocus } from '../../../lib/use-new-row-focus.js';
import type { useLiveLinks } from '../hooks/use-live-links.js';
import { LinkRow } from './link-row.js';

type RowProps = Omit<ComponentProps<typeof LinkRow>, 'link'>;

/** The links of a target, and a button that loads more of them. `rows`: properties of each row. */
export function LinkList({ list, rows }: { list: ReturnType<typeof useLiveLinks>; rows: RowProps }) {
  const { data, error, refetch } = list;
  const links = data?.pages.flatMap(({ items }) => items);
  const [element, followRows] = useNewRowFocus(links?.length ?? 0);
  if (!links && error) {
    return (
      <ErrorState
        message={sentenceOf(error, 'The links could not be loaded')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!links) return <Skeleton height={120} role="status" aria-label="Loading links" />;
  return (
    <>
      <Stack gap={0} component="ul" ref={element} m={0} p={0} style={{ listStyle: 'none' }}>
        {links.map((link) => (
          <LinkRow key={link.id} link={link} {...rows} />
        ))}
      </Stack>
      {list.isFetchNextPageError && (
        <FormError message={sentenceOf(error, 'More links could not be loaded')} />
      )}
      {list.hasNextPage && (
        <Group>
          <Button
            size="sm"
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => {
              followRows();
              void list.fetchNextPage();
            }}
          >
            Show more links
          </Button>
        </Group>
      )}
    </>
  );
}
