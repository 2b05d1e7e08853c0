import { Anchor, Group, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LogoMark } from '../components/ui/logo.js';
import { PageTitle } from '../components/ui/page-heading.js';
import { EmptyState } from '../components/ui/empty-state.js';
import { LoadingState } from '../components/ui/loading-state.js';
import { useCheckProtectionQuery } from '../features/files/files.api.js';
import { useFile } from '../features/files/hooks/use-file.js';
import { DownloadLink } from '../features/viewing/components/download-link.js';
import { FilePreview } from '../features/viewing/components/file-preview.js';
import { addressesOf } from '../lib/access/file-addresses.js';
import { isBeingScanned } from '../lib/access/being-scanned.js';
import { visitOf } from '../lib/access/visits.js';
import { isApiError } from '../lib/api/api-error.js';
import { paths } from '../lib/paths.js';
import { timings } from '../lib/timings.js';
import { useFileId } from '../lib/use-file-id.js';
import classes from './embed.module.css';
import { FileUnavailable } from './file-unavailable.js';

/** `/embed/{uuid}`: a file inside someone's website; never a protected one (spec §2, §6). */
export function EmbedPage() {
  const fileId = useFileId();
  const [isWaiting, setWaiting] = useState(false);
  const {
    data: protection,
    error,
    refetch,
  } = useCheckProtectionQuery(fileId, {
    pollingInterval: isWaiting ? timings.previewPoll : 0,
    skipPollingIfUnfocused: true,
  });
  const isNowWaiting = isBeingScanned(error);
  if (isNowWaiting !== isWaiting) setWaiting(isNowWaiting);
  if (error) return <Unavailable error={error} onRetry={() => void refetch()} />;
  if (!protection) return <LoadingState label="Loading file" />;
  return protection.isPasswordProtected ? <Refused fileId={fileId} /> : <EmbeddedFile fileId={fileId} />;
}

function EmbeddedFile({ fileId }: { fileId: string }) {
  const { file, error, retry } = useFile(fileId);
  const [search] = useSearchParams();
  if (isApiError(error) && error.code === 'files.password-required') return <Refused fileId={fileId} />;
  if (error) return <Unavailable error={error} onRetry={retry} />;
  if (!file) return <LoadingState label="Loading file" />;
  const addresses = addressesOf(fileId, visitOf(fileId, search));
  return (
    <div className={classes.embed}>
      <PageTitle>{file.originalName}</PageTitle>
      <Group justify="space-between" wrap="nowrap" className={classes.bar}>
        <OpenAtHome fileId={fileId}>{file.originalName}</OpenAtHome>
        <Anchor href={paths.view(fileId)} target="_blank" rel="noopener" size="xs" c="dimmed" flex="none">
          Report this file
        </Anchor>
        <DownloadLink address={addresses.download} size="xs" variant="default" flex="none" />
      </Group>
      <FilePreview file={file} addresses={addresses} height="100%" offersDownload={false} onDenied={retry} />
    </div>
  );
}

function OpenAtHome({ fileId, children }: { fileId: string; children: ReactNode }) {
  return (
    <Anchor href={paths.view(fileId)} target="_blank" rel="noopener" c="inherit" className={classes.name}>
      <LogoMark size={20} />
      <Title order={1} fz="sm" ff="text" className={classes.title}>
        {children}
      </Title>
    </Anchor>
  );
}

function Refused({ fileId }: { fileId: string }) {
  return (
    <>
      <PageTitle>This file is protected</PageTitle>
      <EmptyState
        icon={IconLock}
        title="Embedding is disabled for password-protected files."
        heading={1}
        actions={
          <Anchor href={paths.view(fileId)} target="_blank" rel="noopener">
            Open the file on Waybill
          </Anchor>
        }
      />
    </>
  );
}

/** Without a way to the home page, which other websites cannot frame. */
function Unavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return <FileUnavailable error={error} onRetry={onRetry} actions={null} />;
}
