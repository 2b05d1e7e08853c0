import { Group, Stack, Text } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { type BundleView, formatSize } from '@waybill/contracts';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent } from 'react';
import { EmptyState } from '../components/ui/empty-state.js';
import { PageHeading } from '../components/ui/page-heading.js';
import { archiveAddressOf, type BundleAccess } from '../features/bundles/bundle-access.js';
import type { BundleParts } from '../features/bundles/bundle-parts.js';
import { BundleContents } from '../features/bundles/components/bundle-contents.js';
import { DownloadLink } from '../features/viewing/components/download-link.js';
import { FilePreview } from '../features/viewing/components/file-preview.js';
import { FileUnavailable } from './file-unavailable.js';
import { isApiError } from '../lib/api/api-error.js';
import { plural } from '../lib/format/duration.js';

/** An open bundle: name, facts, download of all, and its files. `onDenied`: the token is no longer valid. */
export function SharedBundle({
  bundle,
  access,
  facts,
  actions,
  onDenied,
}: {
  bundle: BundleView;
  access: BundleAccess;
  /** Further facts. */
  facts?: ReactNode;
  /** Further buttons. */
  actions?: ReactNode;
  onDenied: () => void;
}) {
  const isEmpty = bundle.files.length === 0;
  const parts: BundleParts = {
    preview: (file, addresses) => (
      <FilePreview
        file={file}
        addresses={addresses}
        height="calc(100dvh - 150px)"
        fitsContent
        offersDownload={false}
        allowDownload={access.allowDownload}
        onDenied={onDenied}
      />
    ),
    unavailable: (error, onRetry) => (
      <UnavailableFile error={error} onRetry={onRetry} token={access.token} onDenied={onDenied} />
    ),
    download: (address) => <DownloadLink address={address} size="sm" />,
  };
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={8} flex="1 1 320px" style={{ minWidth: 0 }}>
          <PageHeading title={bundle.name} />
          <Group gap="md">
            <Text size="sm" c="dimmed">
              {plural(bundle.files.length, 'file')} · {formatSize(bundle.size)}
            </Text>
            {facts}
          </Group>
        </Stack>
        <Group gap="xs">
          {actions}
          {!isEmpty && access.allowDownload && (
            <DownloadLink address={archiveAddressOf(access)} label="Download all" />
          )}
        </Group>
      </Group>
      {isEmpty ? (
        <EmptyState icon={IconFolderOpen} title="There are no files here yet">
          {bundle.isOwner ? 'Add some on the share page.' : 'Come back later, or ask the sender.'}
        </EmptyState>
      ) : (
        <BundleContents name={bundle.name} files={bundle.files} access={access} parts={parts} />
      )}
    </Stack>
  );
}

/** Why a file cannot be opened. Reports that the token may have ended, so that the page can show its gate. */
function UnavailableFile({
  token,
  onDenied,
  ...props
}: Pick<ComponentProps<typeof FileUnavailable>, 'error' | 'onRetry'> & {
  token: string | null;
  onDenied: () => void;
}) {
  const { error } = props;
  const deny = useEffectEvent(onDenied);
  useEffect(() => {
    if (isOfEndedToken(error, token)) deny();
  }, [error, token]);
  return <FileUnavailable {...props} heading={2} actions={null} />;
}

/** The server also answers 404 for a file that only a token would open. */
function isOfEndedToken(error: unknown, token: string | null): boolean {
  if (!isApiError(error)) return false;
  if (error.status === 401) return true;
  return token !== null && (error.status === 404 || error.code?.startsWith('links.') === true);
}
