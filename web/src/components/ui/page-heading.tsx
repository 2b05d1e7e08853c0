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
  useTabTitle(tabTitle);

  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
  }, [isFirstPage]);

  return (
    <Stack gap={6} ta={align}>
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

/** The browser tab's title, where the page has no `PageHeading` to set it. */
export function PageTitle({ children }: { children: string }) {
  useTabTitle(children);
  return null;
}

/** Set by hand: React would add a second `title` element, and browsers show the first. */
function useTabTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Waybill`;
  }, [title]);
}
