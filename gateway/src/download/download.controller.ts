import { Controller, Param, Req, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type Caller, openFile } from '@waybill/contracts';
import { transferRoutes } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { CurrentCaller } from '../http/caller.decorator.js';
import { FileIdPipe } from '../http/file-id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { type QueryOf, ValidQuery } from '../http/valid.decorator.js';
import { TransferSlotsService } from '../limits/transfer-slots.service.js';
import { contentDisposition } from './content-disposition.js';
import { type OpenedFile, RangeResponseService } from './range-response.service.js';
import { VisitRecorderService } from './visit-recorder.service.js';

type Query = QueryOf<typeof transferRoutes.download>;

/** A call that fetches bytes of a file. */
interface FetchCall {
  readonly fileId: string;
  readonly query: Query;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

@Controller()
export class DownloadController {
  constructor(
    private readonly bus: Bus,
    private readonly responses: RangeResponseService,
    private readonly visits: VisitRecorderService,
    private readonly slots: TransferSlotsService,
  ) {}

  @Route('GET /api/files/{id}/download', transferRoutes.download)
  async download(
    @Param('id', FileIdPipe) fileId: string,
    @ValidQuery(transferRoutes.download) query: Query,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const call = { fileId, query, caller, request, reply };
    const file = await this.authorize(call, 'original');
    const disposition = contentDisposition(query.disposition, file.mimeType, file.originalName);
    await this.serve(call, file, { disposition, isVisit: true });
  }

  /** The PDF rendition of an Office file. Viewing it counts as a visit, like viewing the file. */
  @Route('GET /api/files/{id}/preview', transferRoutes.preview)
  async preview(
    @Param('id', FileIdPipe) fileId: string,
    @ValidQuery(transferRoutes.preview) query: Query,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const call = { fileId, query: { ...query, disposition: 'inline' }, caller, request, reply };
    const file = await this.authorize(call, 'rendition');
    const disposition = contentDisposition('inline', file.mimeType, file.originalName);
    await this.serve(call, file, { disposition, isVisit: true });
  }

  @Route('GET /api/files/{id}/thumbnail', transferRoutes.thumbnail)
  async thumbnail(
    @Param('id', FileIdPipe) fileId: string,
    @ValidQuery(transferRoutes.thumbnail) query: Query,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const call = { fileId, query, caller, request, reply };
    const file = await this.authorize(call, 'thumbnail');
    await this.serve(call, file, { disposition: 'inline', isVisit: false });
  }

  /** Asks the files service for a ticket to the bytes. @throws AppError when the caller may not read the file */
  private async authorize(
    { fileId, query, caller, request }: FetchCall,
    variant: 'original' | 'rendition' | 'thumbnail',
  ): Promise<OpenedFile> {
    const header = request.headers['x-verification-token'];
    const token = (typeof header === 'string' ? header : undefined) ?? query.token ?? null;
    return this.bus.request(openFile, { fileId, caller, token, variant });
  }

  /**
   * Opens the bytes, counts the visit, then sends, in this order: a file whose bytes cannot be opened does not count
   * as visited, and a visit is recorded before its first byte is sent.
   */
  private async serve(
    call: FetchCall,
    file: OpenedFile,
    { disposition, isVisit }: { readonly disposition: string; readonly isVisit: boolean },
  ): Promise<void> {
    const { request, reply } = call;
    const response = this.responses.prepare(request, reply, file);
    const freeSlot = this.slots.acquire('download', call.caller.address);
    let body: Readable | null = null;
    try {
      body = await this.responses.openBody(request, file, response);
      if (isVisit && request.method !== 'HEAD') await this.visits.record(call, file, response.status);
      await this.responses.send(reply, file, response, body, disposition);
    } finally {
      body?.destroy();
      freeSlot();
    }
  }
}
