import { Suspense } from 'react';
import { PageSkeleton } from '../components/ui/page-skeleton.js';
import { useFile } from '../features/files/hooks/use-file.js';
import { isApiError } from '../lib/api/api-error.js';
import { lazyPart } from '../lib/lazy-part.js';
import { useFileId } from '../lib/use-file-id.js';
import { ViewedFile } from './viewed-file.js';

const ProtectedFile = lazyPart(() => import('./protected-file.js').then((module) => module.ProtectedFile));
const FileUnavailable = lazyPart(() =>
  import('./file-unavailable.js').then((module) => module.FileUnavailable),
);

/** `/{uuid}`: public page of a file (spec §2, §4). */
export function ViewPage() {
  const fileId = useFileId();
  const { file, error, retry } = useFile(fileId);
  const isGated = isApiError(error) && error.code === 'files.password-required';

  if (file) return <ViewedFile file={file} onDenied={retry} />;
  if (!error) return <PageSkeleton label="Loading file" height="70dvh" />;
  return (
    <Suspense fallback={<PageSkeleton label="Loading file" height="70dvh" />}>
      {isGated ? (
        <ProtectedFile fileId={fileId} onVerified={retry} />
      ) : (
        <FileUnavailable error={error} onRetry={retry} />
      )}
    </Suspense>
  );
}
