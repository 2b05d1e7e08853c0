import { Skeleton, Stack } from '@mantine/core';
import { PageTitle } from './page-heading.js';

/** Outline of a page with a heading and content of `height`, while it loads. `label`: what is loading. */
export function PageSkeleton({ label, height }: { label: string; height: number | string }) {
  return (
    <Stack gap="lg" role="status" aria-label={label}>
      <PageTitle>{label}</PageTitle>
      <Skeleton height={40} maw={420} />
      <Skeleton height={height} radius="lg" />
    </Stack>
  );
}
