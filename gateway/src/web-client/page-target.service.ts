import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  idSchema,
  getBundleMetadata,
  getFileMetadata,
  getFileRequest,
  getLink,
  getOwners,
  slugSchema,
} from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';
import { DeferredSessionService } from '../sessions/deferred-session.service.js';
import {
  bundlePreviewOf,
  filePreviewOf,
  type LinkPreview,
  linkPreviewOf,
  requestPreviewOf,
} from './link-preview.js';

/** The two paths of a file's public page (contract: `/{uuid}/link` is an alias). */
const FILE_PAGE = /^\/([^/]+)(?:\/link)?$/;
const EMBED_PAGE = /^\/embed\/([^/]+)$/i;
/** Page of a bundle, a link or a file request. */
const SHARED_PAGE = /^\/([blr])\/([^/]+)$/;

/** Preview tags and status of a page. Without a preview, the page has its own tags. */
export interface PageTarget {
  readonly preview: LinkPreview | null;
  readonly status: number;
  /** Whether other sites may frame the page. */
  readonly isEmbeddable: boolean;
}

/** Finds out what the page of a path shows. */
@Injectable()
export class PageTargetService {
  constructor(
    private readonly bus: Bus,
    private readonly deferredSession: DeferredSessionService,
    @Inject(GATEWAY_MODULE_OPTIONS) private readonly options: GatewayModuleOptions,
  ) {}

  /** Finds the target of a path. The page has its status: 404 if there is none for this caller, 410 if it has ended. */
  find(request: FastifyRequest, path: string): Promise<PageTarget> {
    const embedded = idSchema.safeParse(EMBED_PAGE.exec(path)?.[1]);
    return embedded.success ? this.embedTarget(request, embedded.data) : this.previewTarget(request, path);
  }

  /**
   * Other sites may frame the embed page of a file without a password. They may also frame that of a deleted or missing
   * file, which only shows that the file is gone.
   */
  private async embedTarget(request: FastifyRequest, fileId: string): Promise<PageTarget> {
    try {
      const { isPasswordProtected } = await this.fileMetadata(request, fileId);
      return { preview: null, status: 200, isEmbeddable: !isPasswordProtected };
    } catch (error) {
      const status = statusOf(error);
      return { preview: null, status, isEmbeddable: status !== 200 };
    }
  }

  private async previewTarget(request: FastifyRequest, path: string): Promise<PageTarget> {
    try {
      return { preview: await this.preview(request, path), status: 200, isEmbeddable: false };
    } catch (error) {
      return { preview: null, status: statusOf(error), isEmbeddable: false };
    }
  }

  private fileMetadata(request: FastifyRequest, fileId: string) {
    return this.deferredSession.request(request, (caller) =>
      this.bus.request(getFileMetadata, { fileId, caller }),
    );
  }

  /** Null for pages that show nothing shared. */
  private async preview(request: FastifyRequest, path: string): Promise<LinkPreview | null> {
    const [, kind, name] = SHARED_PAGE.exec(path) ?? [];
    if (kind === 'b') return this.bundlePreview(request, valid(idSchema.safeParse(name).data));
    if (kind === 'l') return this.linkPreview(valid(slugSchema.safeParse(name).data));
    if (kind === 'r') return this.requestPreview(valid(slugSchema.safeParse(name).data));
    const fileId = idSchema.safeParse(FILE_PAGE.exec(path)?.[1]);
    return fileId.success
      ? filePreviewOf(await this.fileMetadata(request, fileId.data), this.options.publicUrl.origin)
      : null;
  }

  private async bundlePreview(request: FastifyRequest, bundleId: string): Promise<LinkPreview> {
    const metadata = await this.deferredSession.request(request, (caller) =>
      this.bus.request(getBundleMetadata, { bundleId, caller }),
    );
    return bundlePreviewOf(metadata, this.options.publicUrl.origin);
  }

  private async linkPreview(slug: string): Promise<LinkPreview> {
    const link = await this.bus.request(getLink, { slug, token: null });
    return linkPreviewOf(link, slug, this.options.publicUrl.origin);
  }

  private async requestPreview(slug: string): Promise<LinkPreview> {
    const { ownerId, title } = await this.bus.request(getFileRequest, { slug });
    const { owners } = await this.bus.request(getOwners, { ids: [ownerId] });
    return requestPreviewOf({ slug, title, askedBy: owners[0]?.name ?? null }, this.options.publicUrl.origin);
  }
}

/** 404 or 410 of the error, else 200: if a service is unavailable, the page still works without preview tags. */
function statusOf(error: unknown): number {
  return error instanceof AppError && [404, 410].includes(error.status) ? error.status : 200;
}

/** @throws AppError where no bundle, link or request can have that name */
function valid(name: string | undefined): string {
  if (name === undefined) throw new AppError('request.not-found');
  return name;
}
