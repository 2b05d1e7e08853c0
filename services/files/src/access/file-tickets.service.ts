import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  type InputOf,
  isRenderedPicture,
  type issueViewerToken,
  type openFile,
  type OutputOf,
} from '@waybill/contracts';
import type { SharedFile, StoredObject } from '../file/shared-file.entity.js';
import type { AccessAction, AccessContext } from './access-context.js';
import { AccessService } from './access.service.js';
import { BundleAccessService } from './bundle-access.service.js';
import {
  VerificationTokensService,
  bundleSubject,
  firstLinkViewerSubject,
  linkSubject,
  viewerSubject,
} from './verification-tokens.service.js';
import { linkOriginOf } from './link-origin.js';
import { UnlockedPreviewLookupService } from '../unlocked-preview/unlocked-preview-lookup.service.js';
import { type TokenSubject, VIEWER_TOKEN_TTL_MS } from './verification-tokens.js';

type VariantName = InputOf<typeof openFile>['variant'];

interface Variant extends StoredObject {
  readonly mimeType: string;
  readonly originalName: string;
  readonly isText?: boolean;
}

/**
 * Tickets for the gateway, which reads and decrypts the bytes itself (docs/architecture.md, rule 7). Clients get no
 * presigned URLs of the store (docs/decisions/encryption-at-rest.md).
 */
@Injectable()
export class FileTicketsService {
  constructor(
    private readonly access: AccessService,
    private readonly bundles: BundleAccessService,
    private readonly tokens: VerificationTokensService,
    private readonly unlockedPreviews: UnlockedPreviewLookupService,
  ) {}

  async open({
    fileId,
    unlockedId,
    ...request
  }: InputOf<typeof openFile>): Promise<OutputOf<typeof openFile>> {
    const { file, isOwner, opened, bundle } = await this.access.open(fileId, {
      ...request,
      action: actionOf(request),
    });
    const object = await this.objectOf(file, request.variant, unlockedId);
    // Bytes under a key never change, so its digest identifies them. The key itself stays internal.
    const etag = createHash('sha256').update(object.objectKey).digest('base64url').slice(0, 27);
    return {
      ...object,
      etag,
      createdAt: file.createdAt.toISOString(),
      isOwner,
      ...(opened && linkOriginOf(opened)),
      ...(bundle?.refusal === null && { bundleId: bundle.bundleId }),
    };
  }

  /** A token for the external viewer. @throws AppError of `AccessService.open` */
  async issueViewerToken({ fileId, ...request }: InputOf<typeof issueViewerToken>): Promise<string> {
    const context = await this.access.open(fileId, { ...request, action: 'viewer' });
    return this.tokens.issue(await this.viewerSubjectOf(context), VIEWER_TOKEN_TTL_MS);
  }

  /**
   * The subject of the viewer's token is whatever admitted the caller, so that the token ends with it.
   * @throws AppError of `BundleAccessService.open`
   */
  private async viewerSubjectOf(context: AccessContext): Promise<TokenSubject> {
    const { file, isOwner, opened, bundle } = context;
    if (opened?.session) return linkSubject(opened.link, opened.session.id, file.id);
    if (!isOwner && bundle?.refusal === null) {
      // Takes the version from the row that admits the caller: its password may have changed since the gates.
      const admitting = await this.bundles.open(bundle.bundleId, context);
      return bundleSubject(admitting.bundle, file.id);
    }
    // Only a token of the viewer passes a first link that is off. While the link is on, a token must end with it.
    return file.isFirstLinkActive ? firstLinkViewerSubject(file) : viewerSubject(file);
  }

  /** @throws AppError `files.preview-pending`, `files.no-preview` */
  private async objectOf(file: SharedFile, variant: VariantName, unlockedId?: string): Promise<Variant> {
    if (variant === 'original') return original(file);
    if (variant === 'thumbnail' || !unlockedId) return preview(file, variant);
    return this.unlocked(file, unlockedId);
  }

  private async unlocked(file: SharedFile, unlockedId: string): Promise<Variant> {
    const { state, objectKey, wrappedKey, size } = await this.unlockedPreviews.find(unlockedId, file.id);
    if (state === 'pending') throw new AppError('files.preview-pending');
    if (state !== 'ready' || objectKey === null || wrappedKey === null || size === null)
      throw new AppError('files.no-preview');
    const [mimeType, extension] = renditionTypeOf(file);
    return { objectKey, wrappedKey, size, mimeType, originalName: renamed(file, extension) };
  }
}

function actionOf({
  variant,
  disposition,
}: Pick<InputOf<typeof openFile>, 'variant' | 'disposition'>): AccessAction {
  return variant === 'original' ? (disposition ?? 'attachment') : variant;
}

function original({ objectKey, wrappedKey, size, mimeType, originalName }: SharedFile): Variant {
  return { objectKey, wrappedKey, size, mimeType, originalName };
}

function preview(file: SharedFile, variant: 'thumbnail' | 'rendition'): Variant {
  if (variant === 'rendition' && file.previewKind === 'text') {
    return { ...original(file), mimeType: 'text/plain; charset=utf-8', isText: true };
  }
  const object = file[variant];
  if (!object) {
    const isPending = file.previewState === 'pending' && (variant === 'thumbnail' || hasRendition(file));
    throw isPending ? new AppError('files.preview-pending') : new AppError('files.no-preview');
  }
  const [mimeType, extension] = variant === 'thumbnail' ? WEBP : renditionTypeOf(file);
  return { ...object, mimeType, originalName: renamed(file, extension) };
}

/** The name of the file with another extension. */
function renamed({ originalName }: SharedFile, extension: string): string {
  return originalName.replace(/(?<=.)\.[^.]*$/, '') + extension;
}

function hasRendition({ previewKind, mimeType }: SharedFile): boolean {
  return previewKind === 'office' || previewKind === 'archive' || isRenderedPicture(mimeType);
}

const WEBP = ['image/webp', '.webp'] as const;

function renditionTypeOf({ previewKind }: SharedFile): readonly [mimeType: string, extension: string] {
  if (previewKind === 'image') return WEBP;
  return previewKind === 'archive' ? ['application/json', '.json'] : ['application/pdf', '.pdf'];
}
