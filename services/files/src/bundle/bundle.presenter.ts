import type { BundledFile, BundleMetadata, BundleSnapshot, BundleView } from '@waybill/contracts';
import type { BundleTotals, PlacedFile } from './bundle-contents.js';
import type { Bundle } from './bundle.entity.js';

/** A bundle in the API. */
export function presentBundle(
  bundle: Readonly<Bundle>,
  content: readonly PlacedFile[],
  isOwner: boolean,
): BundleView {
  return {
    id: bundle.id,
    name: bundle.name,
    files: content.map(toBundledFile),
    size: sizeOf(content),
    createdAt: bundle.createdAt.toISOString(),
    deleteAt: bundle.deleteAt?.toISOString() ?? null,
    isPasswordProtected: bundle.passwordHash !== null,
    viewCount: bundle.viewCount,
    isOwner,
    ...(isOwner && { isFirstLinkActive: bundle.isFirstLinkActive }),
  };
}

/** A bundle in link previews. Name and number of files of a protected one are hidden. */
export function presentBundleMetadata(
  bundle: Readonly<Bundle>,
  content: readonly PlacedFile[],
): BundleMetadata {
  const isPasswordProtected = bundle.passwordHash !== null;
  return {
    id: bundle.id,
    name: isPasswordProtected ? null : bundle.name,
    fileCount: isPasswordProtected ? null : content.length,
    isPasswordProtected,
  };
}

/** A bundle in events. */
export function toBundleFacts(bundle: Readonly<Bundle>, { size, fileCount }: BundleTotals): BundleSnapshot {
  return {
    bundleId: bundle.id,
    version: bundle.version,
    userId: bundle.userId,
    browserId: bundle.browserId,
    name: bundle.name,
    size,
    fileCount,
    createdAt: bundle.createdAt.toISOString(),
    deleteAt: bundle.deleteAt?.toISOString() ?? null,
    isPasswordProtected: bundle.passwordHash !== null,
    isOpened: bundle.viewCount > 0,
  };
}

function toBundledFile({ file, path }: PlacedFile): BundledFile {
  return {
    id: file.id,
    originalName: file.originalName,
    path,
    size: file.size,
    mimeType: file.mimeType,
    preview: file.previewKind,
    hasThumbnail: file.thumbnail !== null,
  };
}

function sizeOf(content: readonly PlacedFile[]): number {
  return content.reduce((sum, { file }) => sum + file.size, 0);
}
