import { Controller, Header, Inject, Param, Res } from '@nestjs/common';
import {
  asyncApi,
  type AsyncApiDocument,
  findViewerFile,
  openApi,
  type OpenApiDocument,
  viewerPage,
} from '@waybill/api-docs';
import { AppError } from '@waybill/contracts';
import { apiDocsRoutes } from '@waybill/contracts/http';
import type { FastifyReply } from 'fastify';
import { createReadStream } from 'node:fs';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';
import { Route } from '../http/route.decorator.js';
import { SkipSession } from '../http/access.decorator.js';

/** Serves the API documents and their viewer. Generates the documents on the first request. */
@Controller()
@SkipSession()
export class ApiDocsController {
  private cached: { openApi: OpenApiDocument; asyncApi: AsyncApiDocument } | undefined;

  constructor(@Inject(GATEWAY_MODULE_OPTIONS) private readonly options: GatewayModuleOptions) {}

  @Route('GET /api/docs', apiDocsRoutes.page)
  @Header('content-type', 'text/html; charset=utf-8')
  page(): string {
    this.requireEnabled();
    return viewerPage;
  }

  @Route('GET /api/docs/viewer/{name}', apiDocsRoutes.viewerFile)
  viewerFile(@Param('name') name: string, @Res() reply: FastifyReply): FastifyReply {
    this.requireEnabled();
    const file = findViewerFile(name);
    if (!file) throw new AppError('request.not-found');
    return reply
      .type(`${file.mediaType}; charset=utf-8`)
      .header('cache-control', 'public, max-age=3600')
      .send('text' in file ? file.text : createReadStream(file.path));
  }

  @Route('GET /api/docs/openapi.json', apiDocsRoutes.openApi)
  openApi(): OpenApiDocument {
    return this.documents().openApi;
  }

  @Route('GET /api/docs/asyncapi.json', apiDocsRoutes.asyncApi)
  asyncApi(): AsyncApiDocument {
    return this.documents().asyncApi;
  }

  private documents() {
    this.requireEnabled();
    this.cached ??= { openApi: openApi(), asyncApi: asyncApi() };
    return this.cached;
  }

  /** @throws AppError `request.not-found` when the operator turned the documents off */
  private requireEnabled(): void {
    if (!this.options.apiDocs) throw new AppError('request.not-found');
  }
}
