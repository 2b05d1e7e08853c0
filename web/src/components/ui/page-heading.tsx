import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Whether the next heading takes the focus, also on the page that the browser loaded first. */
export const nextHeading = { takesFocus: false };

/**
 * The `h1` of a page and its browser title. Takes the focus after a navigation, so that keyboards and screen
 * readers continue there. Keeps the browser's focus on the first load.
 */
export function PageHeading({
  title,
  tabTitle = title,
  description,
  align = 'left',
}: {
  title: string;
  /** Browser title, where it differs from the heading. */
  tabTitle?: string;
  description?: ReactNode;
  align?: 'left' | 'center';
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  /** Path for which the focus was already set. A filter that changes only the query keeps the focus. */
  const decided = useRef(key === 'default' ? pathname : null);
  useTabTitle(tabTitle);

  useEffect(() => {
    if (decided.current === pathname && !nextHeading.takesFocus) return;
    decided.current = pathname;
    nextHeading.takesFocus = false;
    heading.current?.focus({ preventScroll: true });
  }, [pathname]);

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

/** Sets the browser title of a page without a `PageHeading`. */
export function PageTitle({ children }: { children: string }) {
  useTabTitle(children);
  return null;
}

/** Sets `document.title` directly: React would add a second `title` element, and browsers show the first. */
function useTabTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Waybill`;
  }, [title]);
}
