import { Controller, Header } from '@nestjs/common';
import { apiPage, asyncApi, type AsyncApiDocument, openApi, type OpenApiDocument } from '@waybill/api-docs';
import { apiDocsRoutes } from '@waybill/contracts/http';
import { Route } from '../http/route.decorator.js';
import { SkipSession } from '../sessions/session.guard.js';

/** The API documents, made when they are first asked for. */
@Controller()
@SkipSession()
export class ApiDocsController {
  private made: { calls: OpenApiDocument; messages: AsyncApiDocument; page: string } | undefined;

  @Route(apiDocsRoutes.page)
  @Header('content-type', 'text/html; charset=utf-8')
  page(): string {
    return this.documents().page;
  }

  @Route(apiDocsRoutes.openApi)
  openApi(): OpenApiDocument {
    return this.documents().calls;
  }

  @Route(apiDocsRoutes.asyncApi)
  asyncApi(): AsyncApiDocument {
    return this.documents().messages;
  }

  private documents() {
    if (!this.made) {
      const calls = openApi();
      const messages = asyncApi();
      this.made = { calls, messages, page: apiPage(calls, messages) };
    }
    return this.made;
  }
}
