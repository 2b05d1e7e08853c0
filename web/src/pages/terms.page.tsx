import { Stack, Tabs } from '@mantine/core';
import { PageHeading } from '../components/ui/page-heading.js';
import { PrivacyText } from '../features/legal/privacy-text.js';
import { TermsText } from '../features/legal/terms-text.js';

/** `/terms`: both texts on one page, in two tabs (spec §2). */
export function TermsPage() {
  return (
    <Stack gap="xl" maw={760} mx="auto">
      <PageHeading title="Terms & Privacy" />
      <Tabs defaultValue="terms">
        <Tabs.List>
          <Tabs.Tab value="terms">Terms of Service</Tabs.Tab>
          <Tabs.Tab value="privacy">Privacy Policy</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="terms" pt="xl">
          <Stack gap="lg">
            <TermsText />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="privacy" pt="xl">
          <Stack gap="lg">
            <PrivacyText />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
