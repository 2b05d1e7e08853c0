import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';
import { CookiesService } from '../http/cookies.service.js';
import { SkipSession } from '../http/access.decorator.js';
import { requestPath } from '../http/request-path.js';
import { pagePreviewOf, withLinkPreview } from './link-preview.js';
import { PageTargetService } from './page-target.service.js';

/** Serves the web client's page for every path that is neither an API route nor a built file. */
@Controller()
@SkipSession()
export class WebClientController {
  private html: Promise<string> | undefined;

  constructor(
    private readonly cookies: CookiesService,
    private readonly targets: PageTargetService,
    @Inject(GATEWAY_MODULE_OPTIONS) private readonly options: GatewayModuleOptions,
  ) {}

  @Get('*')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = requestPath(request);
    const { webRoot } = this.options;
    if (webRoot === null || /^\/(api|assets)(\/|$)/.test(path)) {
      throw new AppError('request.not-found');
    }
    this.cookies.ensureLoginHint(request, reply);
    const html = await this.readPage(webRoot);
    const { preview, status, isEmbeddable } = await this.targets.find(request, path);
    if (isEmbeddable) allowFraming(reply);
    await reply
      .code(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(withLinkPreview(html, preview ?? pagePreviewOf(path, this.options.publicUrl.origin)));
  }

  /** Reads the page once. A failed read, for example without a free descriptor, is repeated by the next request. */
  private readPage(webRoot: string): Promise<string> {
    this.html ??= readFile(join(webRoot, 'index.html'), 'utf8').catch((error: unknown) => {
      this.html = undefined;
      throw error;
    });
    return this.html;
  }
}

/** Lets other sites show the embed page in an iframe. */
function allowFraming(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  void reply
    .header('content-security-policy', policy.replace("frame-ancestors 'self'", 'frame-ancestors *'))
    .removeHeader('x-frame-options')
    .header('cross-origin-resource-policy', 'cross-origin');
}
