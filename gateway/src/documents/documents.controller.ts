import { Controller, Header } from '@nestjs/common';
import { apiPage, asyncApi, type AsyncApiDocument, openApi, type OpenApiDocument } from '@waybill/api-docs';
import { documentRoutes } from '@waybill/contracts/http';
import { Serves } from '../http/serves.decorator.js';
import { SameForEveryone } from '../sessions/session.guard.js';

/** The API documents, made when they are first asked for. */
@Controller()
@SameForEveryone()
export class DocumentsController {
  private made: { calls: OpenApiDocument; messages: AsyncApiDocument; page: string } | undefined;

  @Serves(documentRoutes.page)
  @Header('content-type', 'text/html; charset=utf-8')
  page(): string {
    return this.documents().page;
  }

  @Serves(documentRoutes.openApi)
  openApi(): OpenApiDocument {
    return this.documents().calls;
  }

  @Serves(documentRoutes.asyncApi)
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
