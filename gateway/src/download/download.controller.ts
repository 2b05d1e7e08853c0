import { Controller, Param, Req, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type Caller, openFile, recordVisit } from '@waybill/contracts';
import { transferRoutes, type downloadQuerySchema } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { CurrentCaller } from '../http/caller.decorator.js';
import { ValidQuery } from '../http/valid.decorator.js';
import { Route } from '../http/route.decorator.js';
import { FileIdPipe } from '../http/file-id.pipe.js';
import { type RangeResponse, RangeResponseService, type OpenedFile } from './range-response.service.js';
import { contentDisposition } from './content-disposition.js';
import { refererOf } from './referer.js';
import { visitKeyOf } from './visit-key.js';

type Query = z.infer<typeof downloadQuerySchema>;

const MAX_USER_AGENT = 1000;
const MAX_REFERER = 2000;

@Controller()
export class DownloadController {
  constructor(
    private readonly bus: Bus,
    private readonly bytes: RangeResponseService,
  ) {}

  /** The file itself. Counts as part of a visit. */
  @Route(transferRoutes.download)
  async download(
    @Param('id', FileIdPipe) fileId: string,
    @ValidQuery(transferRoutes.download) query: Query,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.open(fileId, 'original', query, caller, request);
    const disposition = contentDisposition(query.disposition, file.mimeType, file.originalName);
    await this.serve(fileId, file, query, caller, request, reply, disposition);
  }

  /** The PDF rendition of an Office file: looking at it is a visit like looking at the file. */
  @Route(transferRoutes.preview)
  async preview(
    @Param('id', FileIdPipe) fileId: string,
    @ValidQuery(transferRoutes.preview) query: Query,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.open(fileId, 'rendition', query, caller, request);
    const disposition = contentDisposition('inline', file.mimeType, file.originalName);
    await this.serve(fileId, file, { ...query, disposition: 'inline' }, caller, request, reply, disposition);
  }

  /** A small picture of the first page. Counts nothing. */
  @Route(transferRoutes.thumbnail)
  async thumbnail(
    @Param('id', FileIdPipe) fileId: string,
    @ValidQuery(transferRoutes.thumbnail) query: Query,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.open(fileId, 'thumbnail', query, caller, request);
    await this.bytes.send(request, reply, file, this.bytes.prepare(request, reply, file), 'inline');
  }

  private async open(
    fileId: string,
    variant: 'original' | 'rendition' | 'thumbnail',
    query: Query,
    caller: Caller,
    request: FastifyRequest,
  ): Promise<OpenedFile> {
    const header = request.headers['x-verification-token'];
    const token = (typeof header === 'string' ? header : undefined) ?? query.token ?? null;
    return this.bus.request(openFile, { fileId, caller, token, variant });
  }

  private async serve(
    fileId: string,
    file: OpenedFile,
    query: Query,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
    disposition: string,
  ): Promise<void> {
    const answer = this.bytes.prepare(request, reply, file);
    const count = () => this.count(fileId, file, query, caller, request, answer);
    await this.bytes.send(request, reply, file, answer, disposition, count);
  }

  private async count(
    fileId: string,
    file: OpenedFile,
    query: Query,
    { address }: Caller,
    { headers }: FastifyRequest,
    { status }: RangeResponse,
  ): Promise<void> {
    const userAgent = (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT);
    const visit = visitKeyOf({
      visitId: query.visit ?? null,
      status,
      isOwnPreview: file.isOwner && query.disposition === 'inline',
      address,
      userAgent,
    });
    if (visit === null) return;
    const referer = refererOf(headers, query.from).slice(0, MAX_REFERER);
    await this.bus.request(recordVisit, {
      fileId,
      ...visit,
      address,
      userAgent,
      referer,
      via: query.via ?? null,
    });
  }
}
