import { Anchor, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconClockOff, IconDownload, IconFileOff } from '@tabler/icons-react';
import { type BundleView, uiMessages } from '@waybill/contracts';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../components/ui/empty-state.js';
import { ErrorState } from '../components/ui/error-state.js';
import { FileIcon } from '../components/ui/file-icon.js';
import { PageHeading, PageTitle } from '../components/ui/page-heading.js';
import { useGetBundleQuery, useVerifyBundlePasswordMutation } from '../features/bundles/bundles.api.js';
import { type CheckPassword, PasswordGate } from '../features/viewing/components/password-gate.js';
import { keepToken, tokenOf } from '../lib/access/file-tokens.js';
import { visitOf } from '../lib/access/visits.js';
import { isApiError, sentenceOf } from '../lib/api/api-error.js';
import { formatSize } from '../lib/format/size.js';
import { useFileId } from '../lib/use-file-id.js';

/** `/b/{uuid}`: public page of a bundle. */
export function BundlePage() {
  const id = useFileId();
  const [search] = useSearchParams();
  const visit = visitOf(id, search).id;
  const { data: bundle, error, refetch } = useGetBundleQuery({ id, visit });
  const [verify] = useVerifyBundlePasswordMutation();

  const check: CheckPassword = async (password) => {
    const { data, error: problem } = await verify({ id, password });
    if (problem) return problem;
    keepToken(id, data.token);
    void refetch();
    return undefined;
  };

  if (error && isApiError(error) && error.code === 'files.password-required') {
    return <PasswordGate check={check} />;
  }
  if (error) return <Unavailable error={error} onRetry={() => void refetch()} />;
  if (!bundle) return <Skeleton height={320} radius="lg" role="status" aria-label="Loading files" />;
  return <Files bundle={bundle} visit={visit} />;
}

function Files({ bundle, visit }: { bundle: BundleView; visit: string }) {
  const token = tokenOf(bundle.id);
  const query = new URLSearchParams({ visit, ...(token !== null && { token }) }).toString();
  if (bundle.files.length === 0) {
    return (
      <EmptyState icon={IconFileOff} title={bundle.name} heading={1}>
        There are no files here yet.
      </EmptyState>
    );
  }
  return (
    <Stack gap="lg">
      <PageHeading title={bundle.name} />
      <Group>
        <Button
          component="a"
          href={`/api/bundles/${bundle.id}/download?${query}`}
          leftSection={<IconDownload size={17} aria-hidden />}
        >
          Download all ({formatSize(bundle.size)})
        </Button>
      </Group>
      <Paper p="md" component="ul" style={{ listStyle: 'none', margin: 0 }} aria-label="Files">
        {bundle.files.map((file) => (
          <Group key={file.id} component="li" gap="sm" wrap="nowrap" py="xs">
            <FileIcon mimeType={file.mimeType} size={22} />
            <Anchor
              href={`/api/files/${file.id}/download?bundle=${bundle.id}&${query}`}
              style={{ overflowWrap: 'anywhere', flex: 1 }}
            >
              {file.path}
            </Anchor>
            <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {formatSize(file.size)}
            </Text>
          </Group>
        ))}
      </Paper>
    </Stack>
  );
}

function Unavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const status = isApiError(error) ? error.status : null;
  const gone = status === 410 ? 'Bundle has expired' : 'Bundle not found';
  if (status !== 404 && status !== 410) {
    return <ErrorState message={sentenceOf(error, uiMessages.filesLoadFailed)} onRetry={onRetry} />;
  }
  return (
    <>
      <PageTitle>{gone}</PageTitle>
      <EmptyState icon={status === 410 ? IconClockOff : IconFileOff} title={gone} heading={1}>
        Ask its sender for a new link.
      </EmptyState>
    </>
  );
}
