import { Stack } from '@mantine/core';
import { IconChartBar, IconClockOff, IconFileOff, IconShare } from '@tabler/icons-react';
import { type BundleView, uiMessages } from '@waybill/contracts';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../components/ui/button-link.js';
import { EmptyState } from '../components/ui/empty-state.js';
import { PageTitle } from '../components/ui/page-heading.js';
import { PageSkeleton } from '../components/ui/page-skeleton.js';
import { useGetBundleQuery, useVerifyBundlePasswordMutation } from '../features/bundles/bundles.api.js';
import { ExpiryText } from '../features/files/components/expiry-text.js';
import { ReportFile } from '../features/reporting/report-file.js';
import { ReportGated } from '../features/reporting/report-gated.js';
import { useSession } from '../features/session/hooks/use-session.js';
import { type CheckPassword, PasswordGate } from '../features/viewing/components/password-gate.js';
import { dropToken, keepToken, tokenOf } from '../lib/access/file-tokens.js';
import { visitOf } from '../lib/access/visits.js';
import { isApiError, sentenceOf } from '../lib/api/api-error.js';
import { paths } from '../lib/paths.js';
import { useFileId } from '../lib/use-file-id.js';
import { FailedPage } from './file-unavailable.js';
import { SharedBundle } from './shared-bundle.js';

/** `/b/{uuid}`: public page of a bundle. */
export function BundlePage() {
  const id = useFileId();
  const [search] = useSearchParams();
  const visit = visitOf(id, search);
  const { data: bundle, error, refetch } = useGetBundleQuery({ id, visit: visit.id });
  const [verify] = useVerifyBundlePasswordMutation();
  const isGated = isApiError(error) && error.code === 'files.password-required';

  useEffect(() => {
    if (isGated) dropToken(id);
  }, [isGated, id]);

  const check: CheckPassword = async (password) => {
    const { data, error: problem } = await verify({ id, password });
    if (problem) return problem;
    keepToken(id, data.token);
    void refetch();
    return undefined;
  };

  if (isGated) {
    return (
      <>
        <PasswordGate check={check} isBundle />
        <ReportGated target={{ kind: 'bundles', id }} />
      </>
    );
  }
  if (error) return <Unavailable error={error} onRetry={() => void refetch()} />;
  if (!bundle) return <PageSkeleton label="Loading files" height={320} />;
  const access = { bundleId: id, visit, token: tokenOf(id), allowDownload: true };
  return (
    <Stack gap="lg">
      <SharedBundle
        bundle={bundle}
        access={access}
        facts={bundle.deleteAt && <ExpiryText deleteAt={bundle.deleteAt} />}
        actions={bundle.isOwner && <OwnerLinks bundle={bundle} />}
        onDenied={() => void refetch()}
      />
      {!bundle.isOwner && <ReportFile target={{ kind: 'bundles', id }} />}
    </Stack>
  );
}

function OwnerLinks({ bundle }: { bundle: BundleView }) {
  const session = useSession();
  return (
    <>
      <ButtonLink to={paths.bundleShare(bundle.id)} variant="default" leftSection={<IconShare size={18} />}>
        Share
      </ButtonLink>
      {session.status === 'in' && (
        <ButtonLink
          to={paths.bundleAnalytics(bundle.id)}
          variant="default"
          leftSection={<IconChartBar size={18} />}
        >
          Analytics
        </ButtonLink>
      )}
    </>
  );
}

function Unavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const status = isApiError(error) ? error.status : null;
  if (status !== 404 && status !== 410) {
    return <FailedPage message={sentenceOf(error, uiMessages.filesLoadFailed)} onRetry={onRetry} />;
  }
  const isExpired = status === 410;
  const title = isExpired ? 'These files have expired' : 'Files not found';
  return (
    <div role="status">
      <PageTitle>{title}</PageTitle>
      <EmptyState
        icon={isExpired ? IconClockOff : IconFileOff}
        title={title}
        heading={1}
        actions={<ButtonLink to={paths.home}>Share files of your own</ButtonLink>}
      >
        {isExpired
          ? 'Their sender let this link live until a certain time, which has passed. Ask them for a new one.'
          : 'The link may be incomplete, or the files were deleted.'}
      </EmptyState>
    </div>
  );
}
