import { Controller, Header, Headers, Inject, Param, Res } from '@nestjs/common';
import { asyncApi, findViewerFile, openApi, viewerPage } from '@waybill/api-docs';
import { AppError } from '@waybill/contracts';
import { apiDocsRoutes } from '@waybill/contracts/http';
import type { FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';
import { isUnchanged } from '../http/entity-tag.js';
import { Route } from '../http/route.decorator.js';
import { SkipSession } from '../http/access.decorator.js';

/** An encoded document. All responses share the bytes: clients that do not read cost no memory of their own. */
interface EncodedDocument {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Serves the API documents and their viewer. Generates the documents on the first request. */
@Controller()
@SkipSession()
export class ApiDocsController {
  private cached: { openApi: EncodedDocument; asyncApi: EncodedDocument } | undefined;

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
  openApi(@Headers('if-none-match') known: string | undefined, @Res() reply: FastifyReply): FastifyReply {
    return send(this.documents().openApi, known, reply);
  }

  @Route('GET /api/docs/asyncapi.json', apiDocsRoutes.asyncApi)
  asyncApi(@Headers('if-none-match') known: string | undefined, @Res() reply: FastifyReply): FastifyReply {
    return send(this.documents().asyncApi, known, reply);
  }

  private documents() {
    this.requireEnabled();
    this.cached ??= { openApi: encode(openApi()), asyncApi: encode(asyncApi()) };
    return this.cached;
  }

  /** @throws AppError `request.not-found` when the operator turned the documents off */
  private requireEnabled(): void {
    if (!this.options.apiDocs) throw new AppError('request.not-found');
  }
}

function encode(document: object): EncodedDocument {
  const bytes = Buffer.from(JSON.stringify(document));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

function send(
  { bytes, etag }: EncodedDocument,
  known: string | undefined,
  reply: FastifyReply,
): FastifyReply {
  // A cache must revalidate: an upgrade changes the documents, and the operator can turn them off.
  void reply.headers({ etag, 'cache-control': 'no-cache' });
  if (isUnchanged(known, etag)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(bytes);
}
