import { Paper, Skeleton, Stack, Title } from '@mantine/core';
import { IconPackages } from '@tabler/icons-react';
import { fieldMessages, type FileView, type PlanId, uiMessages } from '@waybill/contracts';
import { PageHeading } from '../components/ui/page-heading.js';
import { ErrorState } from '../components/ui/error-state.js';
import { EmptyState } from '../components/ui/empty-state.js';
import { BundleList } from '../features/bundles/components/bundle-list.js';
import { ExpiryFact } from '../features/files/components/expiry-fact.js';
import { FilesTable } from '../features/files/components/files-table.js';
import { useGoneFile } from '../features/files/hooks/use-gone-file.js';
import { useLiveFiles } from '../features/files/hooks/use-live-files.js';
import { useSession } from '../features/session/hooks/use-session.js';
import { EmbedCode } from '../features/sharing/components/embed-code.js';
import { SharePanel } from '../features/sharing/components/share-panel.js';
import { sentenceOf } from '../lib/api/api-error.js';
import type { Readers } from '../lib/live/readers.js';
import { UploadWidget } from './upload-widget.js';

/** `/upload`: upload box and list of the user's uploads (spec §2). */
export function UploadsPage() {
  const { plan } = useSession();
  return (
    <Stack gap="xl">
      <PageHeading title="Uploads" />
      <UploadWidget isCompact />
      <BundleList expiry={(deleteAt) => <ExpiryFact deleteAt={deleteAt} />} />
      <Stack gap="md" component="section" aria-labelledby="files" tabIndex={-1}>
        <Title order={2} id="files">
          Your files
        </Title>
        <FileList plan={plan} />
      </Stack>
    </Stack>
  );
}

function FileList({ plan }: { plan: PlanId }) {
  const { data: files, error, refetch, readers } = useLiveFiles();
  if (!files && error) {
    return (
      <ErrorState message={sentenceOf(error, uiMessages.filesLoadFailed)} onRetry={() => void refetch()} />
    );
  }
  if (!files) return <Skeleton height={220} radius="lg" role="status" aria-label="Loading files" />;
  return <LoadedFiles files={files} plan={plan} readers={readers} />;
}

function LoadedFiles({
  files,
  plan,
  readers,
}: {
  files: readonly FileView[];
  plan: PlanId;
  readers: Readers;
}) {
  const [list, onDialog] = useGoneFile(files);
  return (
    <Paper ref={list} style={{ overflow: 'hidden' }}>
      {files.length === 0 ? (
        <EmptyState icon={IconPackages} title="No files yet" heading={3}>
          Drop a file above. It will be listed here with its link, its expiry and its readers.
        </EmptyState>
      ) : (
        <FilesTable
          files={files}
          plan={plan}
          readers={readers}
          panels={{
            share: (file) => (
              <SharePanel
                fileId={file.id}
                isFirstLinkActive={file.isFirstLinkActive}
                missing={fieldMessages.shareFieldsRequired}
              />
            ),
            embed: (file) => <EmbedCode file={file} />,
            onDialog,
          }}
        />
      )}
    </Paper>
  );
}
