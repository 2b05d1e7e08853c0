import type { FileRequestView } from '@waybill/contracts';
import { stateOf } from '../file-request/file-request-end.policy.js';
import type { FileRequest } from '../file-request/file-request.entity.js';

/** A file request in the API, without the URL, which the gateway adds. */
export type StoredRequestView = Omit<FileRequestView, 'url'>;

export function presentFileRequest(request: FileRequest, now: Date): StoredRequestView {
  return {
    id: request.id,
    slug: request.slug,
    title: request.title,
    message: request.message,
    deleteAt: request.deleteAt?.toISOString() ?? null,
    maxFiles: request.maxFiles,
    maxFileSize: request.maxFileSize,
    isPasswordProtected: request.passwordHash !== null,
    isActive: request.isActive,
    state: stateOf(request, now),
    filesReceived: request.received,
    createdAt: request.createdAt.toISOString(),
  };
}
