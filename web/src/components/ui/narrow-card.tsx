import { Center, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeading } from './page-heading.js';

/** Card for a page with one short form. `below`: links to other pages. */
export function NarrowCard({
  title,
  description,
  below,
  children,
}: {
  title: string;
  description?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Center mt={{ base: 0, sm: 'lg' }}>
      <Stack w="100%" maw={440} gap="md">
        <Paper p={{ base: 'lg', sm: 36 }}>
          <Stack gap="xl">
            <Stack gap={4}>
              <PageHeading title={title} />
              {description && <Text c="dimmed">{description}</Text>}
            </Stack>
            {children}
          </Stack>
        </Paper>
        {below && (
          <Text ta="center" size="sm" c="dimmed">
            {below}
          </Text>
        )}
      </Stack>
    </Center>
  );
}
