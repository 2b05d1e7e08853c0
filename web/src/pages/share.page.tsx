import { Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { fieldMessages, type FileView, formatSize } from '@waybill/contracts';
import { ButtonLink } from '../components/ui/button-link.js';
import { PageHeading } from '../components/ui/page-heading.js';
import { ExpiryFact } from '../features/files/components/expiry-fact.js';
import { FileThumbnail } from '../features/files/components/file-thumbnail.js';
import { OwnerOnly } from '../features/files/components/owner-only.js';
import { useCheckedSession } from '../features/session/hooks/use-checked-session.js';
import { EmbedCode } from '../features/sharing/components/embed-code.js';
import { LinksPanel } from '../features/links/components/links-panel.js';
import { SharePanel } from '../features/sharing/components/share-panel.js';
import { paths } from '../lib/paths.js';
import { useFileId } from '../lib/use-file-id.js';

/** `/{uuid}/share`: all ways to share the link, for its owner (spec §2, §6). */
export function SharePage() {
  const fileId = useFileId();
  const session = useCheckedSession();
  return (
    <Stack gap="xl">
      <PageHeading title="Share your file" />
      <OwnerOnly fileId={fileId} session={session}>
        {(file) => (
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 7 }}>
              <Paper p={{ base: 'md', sm: 'xl' }}>
                <SharePanel
                  fileId={file.id}
                  isFirstLinkActive={file.isFirstLinkActive}
                  missing={fieldMessages.sharePageFieldsRequired}
                />
              </Paper>
              <Paper p={{ base: 'md', sm: 'xl' }} mt="lg">
                <LinksPanel
                  target={{ kind: 'file', id: file.id }}
                  plan={session.plan}
                  hasAccount={session.status === 'in'}
                />
              </Paper>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Stack gap="lg">
                <Paper p={{ base: 'md', sm: 'lg' }}>
                  <Stack gap="md">
                    <Group wrap="nowrap" gap="sm">
                      <FileThumbnail file={file} />
                      <div style={{ minWidth: 0 }}>
                        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                          {file.originalName}
                        </Text>
                        <Group gap="sm">
                          <Text size="sm" c="dimmed">
                            {formatSize(file.size)}
                          </Text>
                          <ExpiryFact deleteAt={file.deleteAt.Time} />
                        </Group>
                        <Text size="sm">{describeAudience(file)}</Text>
                      </div>
                    </Group>
                    <Group gap="xs">
                      <ButtonLink
                        to={paths.view(file.id)}
                        variant="default"
                        size="sm"
                        leftSection={<IconExternalLink size={17} />}
                      >
                        View
                      </ButtonLink>
                      <ButtonLink to={paths.create(file.id)} variant="default" size="sm">
                        Settings
                      </ButtonLink>
                    </Group>
                  </Stack>
                </Paper>
                <Paper p={{ base: 'md', sm: 'lg' }}>
                  <Stack gap="sm">
                    <Title order={2} fz="h3">
                      Embed on a website
                    </Title>
                    <EmbedCode file={file} />
                  </Stack>
                </Paper>
              </Stack>
            </Grid.Col>
          </Grid>
        )}
      </OwnerOnly>
    </Stack>
  );
}

function describeAudience({ isFirstLinkActive, password }: FileView): string {
  if (isFirstLinkActive === false) return 'Its own address is switched off: only its other links open it.';
  return password.Valid ? 'Opens with the link and the password.' : 'Anyone with the link can open it.';
}
