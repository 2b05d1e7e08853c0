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

interface Variant extends StoredObject {
  readonly mimeType: string;
  readonly originalName: string;
}

/** Tickets for the gateway, which reads the bytes from the object store itself (design, rule 7). */
@Injectable()
export class FileTicketsService {
  constructor(
    private readonly files: FileLookupService,
    private readonly access: FileAccessPolicy,
  ) {}

  async open({
    fileId,
    caller,
    token,
    variant,
  }: InputOf<typeof openFile>): Promise<OutputOf<typeof openFile>> {
    const file = await this.files.find(fileId);
    const { isOwner } = this.access.authorize(file, caller, token);
    const opened = variant === 'original' ? original(file) : preview(file, variant);
    // Bytes under a key never change, so its digest identifies them. The key itself stays internal.
    const etag = createHash('sha256').update(opened.objectKey).digest('base64url').slice(0, 27);
    return { ...opened, etag, createdAt: file.createdAt.toISOString(), isOwner };
  }

  /** A token for the external viewer. @throws AppError of `FileAccessPolicy.authorize` */
  async issueViewerToken({ fileId, caller, token }: InputOf<typeof issueViewerToken>): Promise<string> {
    const file = await this.files.find(fileId);
    this.access.authorize(file, caller, token);
    return this.access.issueToken(file, VIEWER_TOKEN_TTL_MS);
  }
}

function original({ objectKey, wrappedKey, size, mimeType, originalName }: SharedFile): Variant {
  return { objectKey, wrappedKey, size, mimeType, originalName };
}

function preview(file: SharedFile, variant: 'thumbnail' | 'rendition'): Variant {
  const object = file[variant];
  if (!object) {
    const isPending =
      file.previewState === 'pending' && (variant === 'thumbnail' || file.previewKind === 'office');
    throw isPending ? new AppError('files.preview-pending') : new AppError('files.no-preview');
  }
  const [mimeType, extension] =
    variant === 'thumbnail' ? ['image/webp', '.webp'] : ['application/pdf', '.pdf'];
  return { ...object, mimeType, originalName: file.originalName.replace(/(?<=.)\.[^.]*$/, '') + extension };
}
