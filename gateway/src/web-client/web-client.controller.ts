import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { AppError, fileIdSchema, getFileMetadata } from '@waybill/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../gateway.module-options.js';
import { CookiesService } from '../http/cookies.service.js';
import { SkipSession } from '../sessions/session.guard.js';
import { type LinkPreview, linkPreviewOf, pagePreviewOf, withLinkPreview } from './link-preview.js';

/** The two addresses of a file's public page (contract: `/{uuid}/link` shows the same). */
const FILE_PAGE = /^\/([^/]+)(?:\/link)?$/;

/** Any address that is neither a call nor a file of the built client is a screen of the client. */
@Controller()
@SkipSession()
export class WebClientController {
  private page: Promise<string> | undefined;

  constructor(
    private readonly bus: Bus,
    private readonly cookies: CookiesService,
    @Inject(GATEWAY_MODULE_OPTIONS) private readonly config: GatewayModuleOptions,
  ) {}

  @Get('*')
  async screen(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = request.url.split('?', 1)[0] ?? '/';
    const { webRoot } = this.config;
    if (webRoot === null || /^\/(api|assets)(\/|$)/.test(path)) {
      throw new AppError('request.not-found');
    }
    if (path.toLowerCase().startsWith('/embed/')) allowFraming(reply);
    this.cookies.ensureLoginHint(request, reply);
    this.page ??= readFile(join(webRoot, 'index.html'), 'utf8');
    await reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await this.withPreview(await this.page, path));
  }

  private async withPreview(page: string, path: string): Promise<string> {
    const preview = await this.filePreview(path);
    return withLinkPreview(page, preview ?? pagePreviewOf(path, this.config.publicUrl.origin));
  }

  /** Null where no file is shown to the public, or none can be asked about: a page without its tags is no worse. */
  private async filePreview(path: string): Promise<LinkPreview | null> {
    const id = fileIdSchema.safeParse(FILE_PAGE.exec(path)?.[1]);
    if (!id.success) return null;
    try {
      const file = await this.bus.request(getFileMetadata, { fileId: id.data });
      return linkPreviewOf(file, this.config.publicUrl.origin);
    } catch {
      return null;
    }
  }
}

/** The embed page is made for other people's sites. */
function allowFraming(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  void reply
    .header('content-security-policy', policy.replace("frame-ancestors 'self'", 'frame-ancestors *'))
    .removeHeader('x-frame-options')
    .header('cross-origin-resource-policy', 'cross-origin');
}
