import { Skeleton, Stack } from '@mantine/core';
import { previewMessages } from '@waybill/contracts';
import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../components/ui/button-link.js';
import { PageHeading } from '../components/ui/page-heading.js';
import { ErrorState } from '../components/ui/error-state.js';
import { useFile } from '../features/files/hooks/use-file.js';
import { ReportFile } from '../features/reporting/report-file.js';
import { FilePreview } from '../features/viewing/components/file-preview.js';
import { addressesOf } from '../lib/access/file-addresses.js';
import { visitOf } from '../lib/access/visits.js';
import { isApiError, sentenceOf } from '../lib/api/api-error.js';
import { paths } from '../lib/paths.js';
import { useFileId } from '../lib/use-file-id.js';
import { FileUnavailable, isExplained } from './file-unavailable.js';

/** `/office-preview/{uuid}?name=`: an Office document in a frame 800px high (spec §2). */
export function OfficePreviewPage() {
  const fileId = useFileId();
  const [search] = useSearchParams();
  const { file, error, retry } = useFile(fileId);
  const isGated = isApiError(error) && error.code === 'files.password-required';
  return (
    <Stack gap="lg">
      <PageHeading title={search.get('name') || 'Document'} />
      {error !== undefined &&
        (isExplained(error) ? (
          <FileUnavailable error={error} onRetry={retry} heading={2} />
        ) : (
          <ErrorState
            message={sentenceOf(error, previewMessages.officeLoadFailed)}
            onRetry={isGated ? undefined : retry}
          />
        ))}
      {isGated && (
        <div>
          <ButtonLink to={paths.view(fileId)}>Enter the password</ButtonLink>
        </div>
      )}
      {!error && !file && <Skeleton height={800} radius="lg" role="status" aria-label="Loading file" />}
      {file && (
        <FilePreview
          file={file}
          addresses={addressesOf(fileId, visitOf(fileId, search))}
          height="800px"
          usesExternalViewer
          onDenied={retry}
        />
      )}
      {file?.isOwner === false && <ReportFile target={{ kind: 'files', id: fileId }} />}
    </Stack>
  );
}
