import { ActionIcon, Group, Modal, Stack, Text, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconEyeOff } from '@tabler/icons-react';
import { type BundledFile, formatSize } from '@waybill/contracts';
import { useEffect } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.js';
import { LoadingState } from '../../../components/ui/loading-state.js';
import { isBeingScanned } from '../../../lib/access/being-scanned.js';
import { canBeViewedOnly } from '../../../lib/access/view-only.js';
import { pollingOptions } from '../../../lib/polling.js';
import { timings } from '../../../lib/timings.js';
import { type BundleAccess, bundledAddressesOf } from '../bundle-access.js';
import type { BundleParts } from '../bundle-parts.js';
import { nameOf } from '../bundle-folders.js';
import { useGetBundledFileQuery } from '../bundles.api.js';

/** Full-screen viewer of a bundle's files, one at a time. Arrow keys change the file, Escape closes the viewer. */
export function BundleViewer({
  files,
  index,
  access,
  onMove,
  onClose,
  parts,
}: {
  files: readonly BundledFile[];
  index: number;
  access: BundleAccess;
  onMove: (file: BundledFile) => void;
  onClose: () => void;
  parts: BundleParts;
}) {
  const file = files[index];
  const [previous, next] = [files[index - 1], files[index + 1]];
  useArrowKeys(
    () => previous && onMove(previous),
    () => next && onMove(next),
  );
  if (!file) return null;
  const name = nameOf(file.path);
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      title={name}
      closeButtonProps={{ 'aria-label': 'Close the preview' }}
      styles={{ title: { overflowWrap: 'anywhere' } }}
    >
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
    </Modal>
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
  if (error) return parts.unavailable(error, () => void refetch());
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

/** Handles the left and right arrow keys, except in form fields and media players, which use them. */
function useArrowKeys(onLeft: () => void, onRight: () => void) {
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const isUsed =
        event.target instanceof Element && event.target.closest('input, select, textarea, video, audio');
      if (isUsed) return;
      if (event.key === 'ArrowLeft') onLeft();
      if (event.key === 'ArrowRight') onRight();
    };
    window.addEventListener('keydown', turn);
    return () => window.removeEventListener('keydown', turn);
  });
}
