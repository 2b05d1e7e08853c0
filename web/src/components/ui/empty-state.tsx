import { Center, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Placeholder for an empty page or section: the reason, and the next step. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  actions,
  heading = 2,
}: {
  icon: TablerIcon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  heading?: 1 | 2 | 3;
}) {
  return (
    <Center mih={260} px="md" py="xl">
      <Stack align="center" gap="md" maw={460} ta="center">
        <ThemeIcon size={64} radius="xl" variant="light">
          <Icon size={32} stroke={1.5} aria-hidden />
        </ThemeIcon>
        <Stack gap={6}>
          <Title order={heading} fz="h2">
            {title}
          </Title>
          {children && <Text c="dimmed">{children}</Text>}
        </Stack>
        {actions}
      </Stack>
    </Center>
  );
}
