import type { FileSnapshot, FileMetadata, FileView, Preview } from '@waybill/contracts';
import type { SharedFile } from './shared-file.entity.js';

/** The columns that a view shows. */
export const viewedColumns = [
  'id',
  'originalName',
  'mimeType',
  'size',
  'createdAt',
  'viewCount',
  'userId',
  'deleteAt',
  'passwordHash',
  'previewKind',
  'previewState',
  'thumbnail',
  'rendition',
  'isEncrypted',
  'pageCount',
  'title',
  'takenDownAt',
  'takenDownReason',
  'scanState',
  'isFirstLinkActive',
  'received',
  'contentMissingAt',
] as const satisfies readonly (keyof SharedFile)[];
type ViewedFile = Pick<SharedFile, (typeof viewedColumns)[number]>;

/** A file in the API (spec §3). */
export function presentFile(file: ViewedFile, isOwner: boolean): FileView {
  return {
    id: file.id,
    originalName: file.originalName,
    mimeType: file.mimeType,
    size: file.size,
    createdAt: file.createdAt.toISOString(),
    viewCount: file.viewCount,
    userId: file.userId,
    deleteAt: { Time: file.deleteAt?.toISOString() ?? null, Valid: file.deleteAt !== null },
    password: { Valid: file.passwordHash !== null },
    isOwner,
    preview: presentPreview(file),
    takenDown: presentTakedown(file),
    scanState: file.scanState,
    ...(isOwner && { isFirstLinkActive: file.isFirstLinkActive }),
    ...(isOwner && file.received !== null && { received: file.received }),
    ...(isOwner && file.contentMissingAt && { contentMissingSince: file.contentMissingAt.toISOString() }),
  };
}

/** Public metadata. Name and size of a protected file are hidden. */
export function presentFileMetadata(file: SharedFile): FileMetadata {
  const isPasswordProtected = file.passwordHash !== null;
  return {
    id: file.id,
    originalName: isPasswordProtected ? null : file.originalName,
    size: isPasswordProtected ? null : file.size,
    mimeType: file.mimeType,
    createdAt: file.createdAt.toISOString(),
    deleteAt: file.deleteAt?.toISOString() ?? null,
    isPasswordProtected,
    preview: file.previewKind,
  };
}

/** A file in events. */
export function toFacts(file: SharedFile): FileSnapshot {
  return {
    fileId: file.id,
    version: file.version,
    userId: file.userId,
    browserId: file.browserId,
    originalName: file.originalName,
    mimeType: file.mimeType,
    size: file.size,
    createdAt: file.createdAt.toISOString(),
    deleteAt: file.deleteAt?.toISOString() ?? null,
    isPasswordProtected: file.passwordHash !== null,
    isOpened: file.viewCount > 0,
  };
}

function presentPreview(file: ViewedFile): Preview {
  return {
    kind: file.previewKind,
    state: file.previewState,
    hasThumbnail: file.thumbnail !== null,
    hasRendition: file.rendition !== null || file.previewKind === 'text',
    isEncrypted: file.isEncrypted,
    // A reader's password revealed the page count of an encrypted document. Other readers must not see it.
    pageCount: file.isEncrypted ? null : file.pageCount,
    title: file.title,
  };
}

/** Why and when the file was taken down; null: it is not. */
export function presentTakedown({
  takenDownAt,
  takenDownReason,
}: Pick<SharedFile, 'takenDownAt' | 'takenDownReason'>): FileView['takenDown'] {
  return takenDownAt && { at: takenDownAt.toISOString(), reason: takenDownReason ?? '' };
}
