import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  fileIdSchema,
  getBundleMetadata,
  getFileMetadata,
  getLink,
  slugSchema,
} from '@waybill/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';
import { CookiesService } from '../http/cookies.service.js';
import { SkipSession } from '../http/access.decorator.js';
import { isHidden, LateSessionService } from '../sessions/late-session.service.js';
import {
  bundlePreviewOf,
  filePreviewOf,
  type LinkPreview,
  linkPreviewOf,
  pagePreviewOf,
  withLinkPreview,
} from './link-preview.js';

/** The two paths of a file's public page (contract: `/{uuid}/link` is an alias). */
const FILE_PAGE = /^\/([^/]+)(?:\/link)?$/;

const BUNDLE_PAGE = /^\/b\/([^/]+)$/;
const LINK_PAGE = /^\/l\/([^/]+)$/;

const EMBED_PAGE = /^\/embed\/([^/]+)$/i;

/** Preview tags and status of a page. No preview: the page's own. */
interface PageTarget {
  readonly preview: LinkPreview | null;
  readonly status: 200 | 404;
  /** Whether other sites may frame the page. */
  readonly isEmbeddable: boolean;
}

/** Serves the web client's page for every path that is neither an API route nor a built file. */
@Controller()
@SkipSession()
export class WebClientController {
  private html: Promise<string> | undefined;

  constructor(
    private readonly bus: Bus,
    private readonly cookies: CookiesService,
    private readonly late: LateSessionService,
    @Inject(GATEWAY_MODULE_OPTIONS) private readonly options: GatewayModuleOptions,
  ) {}

  @Get('*')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = request.url.split('?', 1)[0] ?? '/';
    const { webRoot } = this.options;
    if (webRoot === null || /^\/(api|assets)(\/|$)/.test(path)) {
      throw new AppError('request.not-found');
    }
    this.cookies.ensureLoginHint(request, reply);
    this.html ??= readFile(join(webRoot, 'index.html'), 'utf8');
    const { preview, status, isEmbeddable } = await this.targetOf(request, path);
    if (isEmbeddable) allowFraming(reply);
    await reply
      .code(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(withLinkPreview(await this.html, preview ?? pagePreviewOf(path, this.options.publicUrl.origin)));
  }

  /**
   * 404 for the page of a file or bundle that does not exist, or not for this caller: its first link is switched off.
   * When the metadata cannot be read for another reason, the page works without its preview tags.
   */
  private targetOf(request: FastifyRequest, path: string): Promise<PageTarget> {
    const embedded = fileIdSchema.safeParse(EMBED_PAGE.exec(path)?.[1]);
    return embedded.success ? this.embedTarget(request, embedded.data) : this.previewTarget(request, path);
  }

  /**
   * Other sites may frame the embed page of a file without a password, or of a deleted one, which shows that it is
   * gone.
   */
  private async embedTarget(request: FastifyRequest, fileId: string): Promise<PageTarget> {
    try {
      const { isPasswordProtected } = await this.fileMetadata(request, fileId);
      return { preview: null, status: 200, isEmbeddable: !isPasswordProtected };
    } catch (error) {
      const isGone = error instanceof AppError && [404, 410].includes(error.status);
      return { preview: null, status: isHidden(error) ? 404 : 200, isEmbeddable: isGone };
    }
  }

  private async previewTarget(request: FastifyRequest, path: string): Promise<PageTarget> {
    try {
      return { preview: await this.targetPreview(request, path), status: 200, isEmbeddable: false };
    } catch (error) {
      return { preview: null, status: isHidden(error) ? 404 : 200, isEmbeddable: false };
    }
  }

  private fileMetadata(request: FastifyRequest, fileId: string) {
    return this.late.request(request, (caller) => this.bus.request(getFileMetadata, { fileId, caller }));
  }

  /** Null for other pages. */
  private async targetPreview(request: FastifyRequest, path: string): Promise<LinkPreview | null> {
    const { origin } = this.options.publicUrl;
    const fileId = fileIdSchema.safeParse(FILE_PAGE.exec(path)?.[1]);
    const bundleId = fileIdSchema.safeParse(BUNDLE_PAGE.exec(path)?.[1]);
    const slug = slugSchema.safeParse(LINK_PAGE.exec(path)?.[1]);
    if (fileId.success) return filePreviewOf(await this.fileMetadata(request, fileId.data), origin);
    if (bundleId.success) {
      const ref = { bundleId: bundleId.data };
      const metadata = await this.late.request(request, (caller) =>
        this.bus.request(getBundleMetadata, { ...ref, caller }),
      );
      return bundlePreviewOf(metadata, origin);
    }
    if (slug.success) {
      const link = await this.bus.request(getLink, { slug: slug.data, token: null });
      return linkPreviewOf(link, slug.data, origin);
    }
    return null;
  }
}

/** Lets other sites frame the embed page. */
function allowFraming(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  void reply
    .header('content-security-policy', policy.replace("frame-ancestors 'self'", 'frame-ancestors *'))
    .removeHeader('x-frame-options')
    .header('cross-origin-resource-policy', 'cross-origin');
}
