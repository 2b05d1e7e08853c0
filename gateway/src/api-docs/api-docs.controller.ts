import { Controller, Header } from '@nestjs/common';
import { apiPage, asyncApi, type AsyncApiDocument, openApi, type OpenApiDocument } from '@waybill/api-docs';
import { apiDocsRoutes } from '@waybill/contracts/http';
import { Route } from '../http/route.decorator.js';
import { SkipSession } from '../http/access.decorator.js';

/** Serves the API documents. Generates them on the first request. */
@Controller()
@SkipSession()
export class ApiDocsController {
  private cached: { openApi: OpenApiDocument; asyncApi: AsyncApiDocument; page: string } | undefined;

  @Route('GET /api/docs', apiDocsRoutes.page)
  @Header('content-type', 'text/html; charset=utf-8')
  page(): string {
    return this.documents().page;
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
    if (!this.cached) {
      const calls = openApi();
      const messages = asyncApi();
      this.cached = { openApi: calls, asyncApi: messages, page: apiPage(calls, messages) };
    }
    return this.cached;
  }
}
