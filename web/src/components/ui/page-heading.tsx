import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * A page's one `h1` and its title in the browser. After a change of page it takes the focus, so that a keyboard
 * or screen reader goes on from there; on the first load the browser's own order stands.
 */
export function PageHeading({
  title,
  tabTitle = title,
  description,
  align = 'left',
}: {
  title: string;
  /** The browser tab's, where it says more than the heading. */
  tabTitle?: string;
  description?: ReactNode;
  align?: 'left' | 'center';
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirstPage = useLocation().key === 'default';

  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
  }, [isFirstPage]);

  return (
    <Stack gap={6} ta={align}>
      <PageTitle>{tabTitle}</PageTitle>
      <Title order={1} ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
      {description && (
        <Text c="dimmed" size="lg" maw={align === 'center' ? undefined : 640}>
          {description}
        </Text>
      )}
    </Stack>
  );
}

/** The browser tab's title. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · Waybill`}</title>;
}
