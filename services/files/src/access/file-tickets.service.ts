import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  type InputOf,
  type issueViewerToken,
  type openFile,
  type OutputOf,
} from '@waybill/contracts';
import { FileLookupService } from '../file/file-lookup.service.js';
import type { SharedFile, StoredObject } from '../file/shared-file.entity.js';
import { FileAccessPolicy } from './file-access.policy.js';
import { VIEWER_TOKEN_TTL_MS } from './verification-tokens.js';

interface Shown extends StoredObject {
  readonly mimeType: string;
  readonly originalName: string;
}

/** Permissions to stream bytes: the gateway fetches them from the object store itself (design, rule 7). */
@Injectable()
export class FileTicketsService {
  constructor(
    private readonly files: FileLookupService,
    private readonly gate: FileAccessPolicy,
  ) {}

  async open({
    fileId,
    caller,
    token,
    variant,
  }: InputOf<typeof openFile>): Promise<OutputOf<typeof openFile>> {
    const file = await this.files.find(fileId);
    const { isOwner } = this.gate.authorize(file, caller, token);
    const shown = variant === 'original' ? original(file) : preview(file, variant);
    // Bytes under a key never change, so the key's digest names them; the key itself stays ours.
    const etag = createHash('sha256').update(shown.objectKey).digest('base64url').slice(0, 27);
    return { ...shown, etag, createdAt: file.createdAt.toISOString(), isOwner };
  }

  /** A token for the external viewer, for whoever may open the file. @throws AppError of `Gate.admit` */
  async issueViewerToken({ fileId, caller, token }: InputOf<typeof issueViewerToken>): Promise<string> {
    const file = await this.files.find(fileId);
    this.gate.authorize(file, caller, token);
    return this.gate.issueToken(file, VIEWER_TOKEN_TTL_MS);
  }
}

function original({ objectKey, wrappedKey, size, mimeType, originalName }: SharedFile): Shown {
  return { objectKey, wrappedKey, size, mimeType, originalName };
}

function preview(file: SharedFile, variant: 'thumbnail' | 'rendition'): Shown {
  const object = file[variant];
  if (!object) {
    const isComing =
      file.previewState === 'pending' && (variant === 'thumbnail' || file.previewKind === 'office');
    throw isComing ? new AppError('files.preview-pending') : new AppError('files.no-preview');
  }
  const [mimeType, ending] = variant === 'thumbnail' ? ['image/webp', '.webp'] : ['application/pdf', '.pdf'];
  return { ...object, mimeType, originalName: file.originalName.replace(/(?<=.)\.[^.]*$/, '') + ending };
}
