import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** One section of a legal text. */
export function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} fz="h3" mb={6}>
        {title}
      </Title>
      <Text maw={680}>{children}</Text>
    </section>
  );
}
