import { Box } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import type { LinkTarget, OpenLink, PublicLink } from '@waybill/contracts';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../components/ui/button-link.js';
import { EmptyState } from '../components/ui/empty-state.js';
import { PageTitle } from '../components/ui/page-heading.js';
import { PageSkeleton } from '../components/ui/page-skeleton.js';
import { LinkGate, type PassGate } from '../features/links/components/link-gate.js';
import { dropLinkToken, keepLinkToken, linkTokenOf } from '../features/links/link-tokens.js';
import { useGetLinkQuery, useOpenLinkMutation } from '../features/links/links.api.js';
import { ReportFile } from '../features/reporting/report-file.js';
import { ReportGated } from '../features/reporting/report-gated.js';
import { isBeingScanned } from '../lib/access/being-scanned.js';
import { addressesOf } from '../lib/access/file-addresses.js';
import { keepVisitId, visitOf } from '../lib/access/visits.js';
import { isApiError, sentenceOf } from '../lib/api/api-error.js';
import { lazyPart } from '../lib/lazy-part.js';
import { paths } from '../lib/paths.js';
import { timings } from '../lib/timings.js';
import { FailedPage, FileUnavailable, isExplained } from './file-unavailable.js';
import { LinkedFile } from './linked-file.js';

const SharedBundle = lazyPart(() => import('./shared-bundle.js').then((module) => module.SharedBundle));

/** Time in which only the first refusal of a token opens the link again. */
const DENIAL_MS = 60_000;

/** `/l/{slug}`: passes the gates of a link, then shows what it opens. */
export function LinkPage() {
  const { slug = '' } = useParams();
  return <OneLink key={slug} slug={slug} />;
}

interface Opened {
  readonly token: string;
  readonly target: LinkTarget;
  readonly allowDownload: boolean;
}

function OneLink({ slug }: { slug: string }) {
  // While the file is being scanned, or its preview is being made.
  const [isPending, setPending] = useState(false);
  const {
    data: link,
    error,
    isFetching,
    refetch,
  } = useGetLinkQuery(slug, {
    pollingInterval: isPending ? timings.previewPoll : 0,
    skipPollingIfUnfocused: true,
  });
  const { opened, failure, isCodeSent, isMailed, open, forgetCode, forget } = useOpening(slug);
  // A kept token can have expired, or belong to gates that were changed.
  const token = opened?.token ?? (link?.isOpened === false ? null : linkTokenOf(slug));
  const needsNothing = link !== undefined && link.target !== null;
  const hasStarted = useRef(false);
  const deniedAt = useRef(-Infinity);
  const target = currentTarget(link, opened);
  const isNowPending =
    isBeingScanned(error) || (target?.kind === 'file' && target.preview.state === 'pending');
  if (isNowPending !== isPending) setPending(isNowPending);

  // Open the link by a call of its own: it counts a visit, which a prefetch of the page must not do.
  useEffect(() => {
    // Wait for the current gates: the loaded ones can be older than the refusal of a token.
    if (!needsNothing || token !== null || hasStarted.current || isFetching) return;
    hasStarted.current = true;
    void open({});
  }, [needsNothing, token, open, isFetching]);

  const startAgain = () => {
    forget();
    hasStarted.current = false;
    void refetch();
  };
  const onDenied = () => {
    // Prevent endless openings, each of which counts a visit, when new tokens are refused, too.
    if (performance.now() - deniedAt.current < DENIAL_MS) return;
    deniedAt.current = performance.now();
    startAgain();
  };
  // A loaded link stays while polling fails, unless nobody can open it any more.
  const problem = (link === undefined || isUnavailable(error) ? error : undefined) ?? failure;
  if (problem !== undefined) return <LinkUnavailable error={problem} onRetry={startAgain} />;
  if (target !== null && token !== null) {
    const allowDownload = opened?.allowDownload ?? link?.allowDownload ?? true;
    return <OpenedLink slug={slug} opened={{ token, target, allowDownload }} onDenied={onDenied} />;
  }
  if (!link || needsNothing) return <PageSkeleton label="Opening the link" height="70dvh" />;
  return (
    <>
      <LinkGate
        needs={link.needs}
        isCodeSent={isCodeSent}
        isMailed={isMailed}
        pass={open}
        onOtherAddress={forgetCode}
      />
      <ReportGated target={{ kind: 'links', id: slug }} />
    </>
  );
}

/** The file or bundle of a link whose gates were passed. `onDenied`: the token is no longer valid. */
function OpenedLink({
  slug,
  opened: { token, target, allowDownload },
  onDenied,
}: {
  slug: string;
  opened: Opened;
  onDenied: () => void;
}) {
  const [search] = useSearchParams();
  const visit = visitOf(slug, search);
  if (target.kind === 'bundle') {
    const access = { bundleId: target.id, visit, token, allowDownload };
    return (
      <Suspense fallback={<PageSkeleton label="Opening the link" height="70dvh" />}>
        <SharedBundle bundle={target} access={access} onDenied={onDenied} />
        <ReportLink slug={slug} isOwner={target.isOwner} isBundle />
      </Suspense>
    );
  }
  const addresses = addressesOf(target.id, visit, token);
  return (
    <>
      <LinkedFile file={target} addresses={addresses} allowDownload={allowDownload} onDenied={onDenied} />
      <ReportLink slug={slug} isOwner={target.isOwner} />
    </>
  );
}

/** Target of the link, as it was loaded last. Only the opening says whether the visitor owns it. */
function currentTarget(link: PublicLink | undefined, opened: Opened | undefined): LinkTarget | null {
  if (!link?.target || !opened) return link?.target ?? opened?.target ?? null;
  return { ...link.target, isOwner: opened.target.isOwner };
}

function ReportLink({
  slug,
  isOwner,
  isBundle = false,
}: {
  slug: string;
  isOwner: boolean;
  isBundle?: boolean;
}) {
  if (isOwner) return null;
  return (
    <Box mt="lg">
      <ReportFile target={{ kind: 'links', id: slug }} isBundle={isBundle} />
    </Box>
  );
}

/** Opens the link, and keeps its token for reloads of the page. */
function useOpening(slug: string) {
  const [openLink] = useOpenLinkMutation();
  const [search] = useSearchParams();
  const [opened, setOpened] = useState<Opened>();
  const [failure, setFailure] = useState<unknown>();
  const [isCodeSent, setIsCodeSent] = useState(false);
  const challenge = useRef<string | null>(null);
  const { mailToken, forgetMailToken } = useMailToken();

  const open: PassGate = async ({ code, ...form }) => {
    const { id: visit, via, from } = visitOf(slug, search);
    const body: OpenLink = {
      ...form,
      visit,
      ...(mailToken !== null && { mailToken }),
      ...(code !== undefined && { code }),
      ...(code !== undefined && challenge.current !== null && { challenge: challenge.current }),
      ...(via !== null && { via }),
      ...(from !== null && { from }),
    };
    const { data, error } = await openLink({ slug, form: body });
    if (error) {
      if (isApiError(error) && error.code === 'links.mail-link-used') {
        forgetMailToken();
        return error;
      }
      if (isUnavailable(error) || Object.keys(form).length === 0) setFailure(error);
      return error;
    }
    if ('challenge' in data) {
      challenge.current = data.challenge;
      setIsCodeSent(true);
      return undefined;
    }
    keepLinkToken(slug, data.token);
    if (data.visit !== undefined) keepVisitId(slug, data.visit);
    setOpened(data);
    forgetMailToken();
    return undefined;
  };
  const forgetCode = () => {
    challenge.current = null;
    setIsCodeSent(false);
  };
  const forget = () => {
    dropLinkToken(slug);
    setOpened(undefined);
    setFailure(undefined);
  };
  return { opened, failure, isCodeSent, isMailed: mailToken !== null, open, forgetCode, forget };
}

/** Single-use token in the address of a mailed link. It is removed from the address once it was used. */
function useMailToken() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const mailToken = /^#mail=([\w.-]+)$/.exec(hash)?.[1] ?? null;
  const forgetMailToken = () => {
    if (mailToken !== null) void navigate(pathname + search, { replace: true });
  };
  return { mailToken, forgetMailToken };
}

function LinkUnavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isExplained(error)) return <FileUnavailable error={error} onRetry={onRetry} />;
  const sentence = sentenceOf(error, 'The link could not be opened');
  if (!isUnavailable(error)) return <FailedPage message={sentence} onRetry={onRetry} />;
  return (
    <>
      <PageTitle>{sentence}</PageTitle>
      <EmptyState
        icon={IconLinkOff}
        title={sentence}
        heading={1}
        actions={<ButtonLink to={paths.home}>Share a file of your own</ButtonLink>}
      >
        {explanationOf(error)}
      </EmptyState>
    </>
  );
}

/** Whether the link or what it opens is gone, or its file is refused to every visitor. */
function isUnavailable(error: unknown): boolean {
  return isExplained(error) || (isApiError(error) && (error.status === 410 || error.status === 404));
}

function explanationOf(error: unknown): string {
  const code = isApiError(error) ? error.code : null;
  switch (code) {
    case 'links.used-up':
      return 'It allowed a certain number of downloads, and all of them were made. Ask its sender for a new link.';
    case 'links.expired':
    case 'files.expired':
    case 'bundles.expired':
      return 'Its sender let it live until a certain time, which has passed. Ask them for a new link.';
    case 'links.revoked':
      return 'Ask its sender for a new link.';
    default:
      return 'The link may be incomplete, or what it opened was deleted.';
  }
}
