import { formatSize } from '@waybill/contracts';
import { Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { PageHeading } from '../components/ui/page-heading.js';
import { FileSettingsForm } from '../features/files/components/file-settings-form.js';
import { OwnerOnly } from '../features/files/components/owner-only.js';
import { useCheckedSession } from '../features/session/hooks/use-checked-session.js';
import { FilePreview } from '../features/viewing/components/file-preview.js';
import { addressesOf } from '../lib/access/file-addresses.js';
import { paths } from '../lib/paths.js';
import { useFileId } from '../lib/use-file-id.js';

/** `/{uuid}/create`: name, expiry and protection of a new file (spec §2). */
export function CreatePage() {
  const fileId = useFileId();
  const session = useCheckedSession();
  const navigate = useNavigate();
  return (
    <Stack gap="xl">
      <PageHeading
        title="Configure File Settings"
        description="Your file is up. Now decide how it travels."
      />
      <OwnerOnly fileId={fileId} session={session}>
        {(file) => (
          <Grid gap="xl">
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Paper p={{ base: 'md', sm: 'xl' }}>
                <FileSettingsForm
                  file={file}
                  plan={session.plan}
                  flow="create"
                  onSaved={() => void navigate(paths.share(file.id))}
                />
              </Paper>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 7 }}>
              <Stack gap="sm" component="section" aria-labelledby="preview">
                <Group justify="space-between" align="baseline" wrap="nowrap">
                  <Title order={2} id="preview">
                    Document Preview
                  </Title>
                  <Text size="sm" c="dimmed">
                    {formatSize(file.size)}
                  </Text>
                </Group>
                <FilePreview file={file} addresses={addressesOf(file.id, null)} height="600px" />
              </Stack>
            </Grid.Col>
          </Grid>
        )}
      </OwnerOnly>
    </Stack>
  );
}
