import { ActionIcon, Group, Modal, Stack, Text, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconEyeOff } from '@tabler/icons-react';
import { type BundledFile, formatSize } from '@waybill/contracts';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.js';
import { LoadingState } from '../../../components/ui/loading-state.js';
import { isBeingScanned } from '../../../lib/access/being-scanned.js';
import { canBeViewedOnly } from '../../../lib/access/view-only.js';
import { isFinal } from '../../../lib/api/api-error.js';
import { pollingOptions } from '../../../lib/polling.js';
import { timings } from '../../../lib/timings.js';
import { type BundleAccess, bundledAddressesOf } from '../bundle-access.js';
import type { BundleParts } from '../bundle-parts.js';
import { fileNameOf } from '../bundle-folders.js';
import { useGetBundledFileQuery } from '../bundles.api.js';

interface ViewerProps {
  readonly files: readonly BundledFile[];
  readonly access: BundleAccess;
  readonly onMove: (file: BundledFile) => void;
  readonly parts: BundleParts;
}

/**
 * Full-screen viewer of a bundle's files, one at a time. Arrow keys change the file, Escape closes the viewer. It is
 * rendered while it is closed, too (`index` -1), so that it returns the focus to what opened it.
 */
export function BundleViewer({
  index,
  onClose,
  ...viewer
}: ViewerProps & { index: number; onClose: () => void }) {
  const current = viewer.files[index];
  // Keep the file while the viewer fades out.
  const [kept, setKept] = useState(current);
  if (current && current !== kept) setKept(current);
  const file = current ?? kept;
  return (
    <Modal
      opened={current !== undefined}
      onClose={onClose}
      fullScreen
      title={file && fileNameOf(file.path)}
      closeButtonProps={{ 'aria-label': 'Close the preview' }}
      styles={{ title: { overflowWrap: 'anywhere' } }}
    >
      {file && <ShownFile file={file} {...viewer} />}
    </Modal>
  );
}

function ShownFile({ file, files, access, onMove, parts }: ViewerProps & { file: BundledFile }) {
  const index = files.indexOf(file);
  const [previous, next] = [files[index - 1], files[index + 1]];
  useArrowKeys(
    () => previous && onMove(previous),
    () => next && onMove(next),
  );
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Turn label="Previous file" icon={IconArrowLeft} to={previous} onMove={onMove} />
          <Turn label="Next file" icon={IconArrowRight} to={next} onMove={onMove} />
          <Text size="sm" c="dimmed" aria-live="polite">
            {index + 1} of {files.length} · {formatSize(file.size)}
          </Text>
        </Group>
        {access.allowDownload && parts.download(bundledAddressesOf(access, file.id).download)}
      </Group>
      <OneFile key={file.id} fileId={file.id} access={access} parts={parts} />
    </Stack>
  );
}

function Turn({
  label,
  icon: Icon,
  to,
  onMove,
}: {
  label: string;
  icon: typeof IconArrowLeft;
  to: BundledFile | undefined;
  onMove: (file: BundledFile) => void;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={label}
        disabled={to === undefined}
        onClick={() => to && onMove(to)}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

function OneFile({ fileId, access, parts }: { fileId: string; access: BundleAccess; parts: BundleParts }) {
  const { bundleId, token, allowDownload } = access;
  const request = { id: fileId, bundleId, token };
  const { data: file, error, refetch } = useGetBundledFileQuery(request);
  const isPending = isBeingScanned(error) || file?.preview.state === 'pending';
  // A second subscription to the same query, which polls during the scan and while the preview is being made.
  useGetBundledFileQuery(request, { ...pollingOptions(timings.previewPoll), skip: !isPending });
  // A loaded file stays while polling fails, unless nobody can open it any more.
  if (error && (!file || isFinal(error))) return parts.unavailable(error, () => void refetch());
  if (!file) return <LoadingState label="Loading file" />;
  if (!allowDownload && !canBeViewedOnly(file)) return <NotShown />;
  return parts.preview(file, bundledAddressesOf(access, fileId));
}

function NotShown() {
  return (
    <EmptyState icon={IconEyeOff} title="This file cannot be shown" heading={2}>
      The link is for viewing only, and files of this kind cannot be shown without a download. Ask the sender.
    </EmptyState>
  );
}

/** Handles the left and right arrow keys, except in form fields, media players and wide regions, which use them. */
function useArrowKeys(onLeft: () => void, onRight: () => void) {
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && usesArrowKeys(event.target)) return;
      if (event.key === 'ArrowLeft') onLeft();
      if (event.key === 'ArrowRight') onRight();
    };
    window.addEventListener('keydown', turn);
    return () => window.removeEventListener('keydown', turn);
  });
}

function usesArrowKeys(element: Element): boolean {
  return element.closest('input, select, textarea, video, audio') !== null || scrollsSideways(element);
}

/** Whether the element, or one around it, can be scrolled to the left or right. */
function scrollsSideways(element: Element | null): boolean {
  if (!element) return false;
  const isWide = element.scrollWidth > element.clientWidth;
  if (isWide && /auto|scroll/.test(getComputedStyle(element).overflowX)) return true;
  return scrollsSideways(element.parentElement);
}
