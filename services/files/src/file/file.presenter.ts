import type { FileSnapshot, FileMetadata, FileView, Preview } from '@waybill/contracts';
import type { SharedFile } from './shared-file.entity.js';

/** A file as the API shows it (spec §3). */
export function toView(file: SharedFile, isOwner: boolean): FileView {
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
    preview: toPreview(file),
  };
}

/** What anyone may know who only has the link: of a protected file neither name nor size. */
export function toMetadata(file: SharedFile): FileMetadata {
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

/** What other services are told of a file. */
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
  };
}

function toPreview(file: SharedFile): Preview {
  return {
    kind: file.previewKind,
    state: file.previewState,
    hasThumbnail: file.thumbnail !== null,
    hasRendition: file.rendition !== null,
    pageCount: file.pageCount,
    title: file.title,
  };
}
