import { Center, Stack } from '@mantine/core';
import { ButtonLink } from '../components/ui/button-link.js';
import { PageHeading } from '../components/ui/page-heading.js';
import { FeatureCards } from '../features/marketing/feature-cards.js';
import { paths } from '../lib/paths.js';

/** `/features`: the eight cards (spec §2). */
export function FeaturesPage() {
  return (
    <Stack gap="xl">
      <PageHeading title="Features" description="What Waybill does for a file between you and its readers." />
      <FeatureCards heading={2} />
      <Center>
        <ButtonLink to={paths.home}>Upload a file</ButtonLink>
      </Center>
    </Stack>
  );
}
