import { Controller, Param, Req, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type Caller, openFile } from '@waybill/contracts';
import { transferRoutes } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { CurrentCaller } from '../http/caller.decorator.js';
import { isMachine } from '../http/is-machine.js';
import { IdPipe } from '../http/id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { type QueryOf, ValidQuery } from '../http/valid.decorator.js';
import { verificationTokenOf } from '../http/verification-token.js';
import { TransferSlotsService } from '../limits/transfer-slots.service.js';
import { contentDisposition, inlineDisposition, isDisplayed } from './content-disposition.js';
import { LinkDownloadService } from './link-download.service.js';
import { MissingObjectService } from './missing-object.service.js';
import { type OpenedFile, type RangeResponse, RangeResponseService } from './range-response.service.js';
import { rejectUsedUpHead } from './resumed-download.js';
import { TextPreviewService } from './text-preview.service.js';
import { BundleVisitRecorderService } from '../visits/bundle-visit-recorder.service.js';
import { VisitRecorderService } from '../visits/visit-recorder.service.js';

type Query = QueryOf<typeof transferRoutes.download>;

type Variant = 'original' | 'rendition' | 'thumbnail';

/** Options of a response with the bytes of a file. */
interface Representation {
  readonly variant: Variant;
  readonly disposition: string;
  /** Whether it counts as a download. Previews do not: renditions, thumbnails and originals that are displayed. */
  readonly isDownload: boolean;
  readonly isVisit: boolean;
  /** Bytes that are sent in place of the object's: the beginning of a text, as UTF-8. */
  readonly text?: Buffer | undefined;
}

/** A call that fetches bytes of a file. */
interface FetchCall {
  readonly fileId: string;
  readonly query: Query;
  /** Conversion with the password of the document, whose rendition is fetched. */
  readonly unlockedId?: string | undefined;
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
    private readonly bundleVisits: BundleVisitRecorderService,
    private readonly slots: TransferSlotsService,
    private readonly texts: TextPreviewService,
    private readonly missing: MissingObjectService,
    private readonly linkDownloads: LinkDownloadService,
  ) {}

  @Route('GET /api/files/{id}/download', transferRoutes.download)
  async download(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @ValidQuery(transferRoutes.download) query: Query,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const call = { fileId, query, caller, request, reply };
    const variant = 'original';
    const file = await this.authorize(call, variant);
    const disposition = contentDisposition(query.disposition, file.mimeType, file.originalName);
    const isDownload = !isDisplayed(query.disposition, file.mimeType);
    await this.serve(call, file, { variant, disposition, isDownload, isVisit: true });
  }

  /** The rendition, or the beginning of a text. Viewing it counts as a visit, like viewing the file. */
  @Route('GET /api/files/{id}/preview', transferRoutes.preview)
  async preview(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @ValidQuery(transferRoutes.preview) { unlocked, ...query }: QueryOf<typeof transferRoutes.preview>,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const shownQuery = { ...query, disposition: 'inline' };
    const call = { fileId, query: shownQuery, unlockedId: unlocked, caller, request, reply };
    const variant = 'rendition';
    const file = await this.authorize(call, variant);
    const disposition = inlineDisposition(file.originalName);
    const text = file.isText ? await this.readText(call, file) : undefined;
    const shown = text ? { ...file, size: text.length } : file;
    await this.serve(call, shown, { variant, disposition, isDownload: false, isVisit: true, text });
  }

  @Route('GET /api/files/{id}/thumbnail', transferRoutes.thumbnail)
  async thumbnail(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @ValidQuery(transferRoutes.thumbnail) query: Query,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const call = { fileId, query, caller, request, reply };
    const variant = 'thumbnail';
    const file = await this.authorize(call, variant);
    await this.serve(call, file, { variant, disposition: 'inline', isDownload: false, isVisit: false });
  }

  private async readText(call: FetchCall, file: OpenedFile): Promise<Buffer> {
    return this.slots.during('download', call.caller.address, () =>
      this.orReportMissing(call, file, 'rendition', () => this.texts.read(file)),
    );
  }

  /** Requests a ticket to the bytes from the files service. @throws AppError when the caller may not read the file */
  private async authorize(
    { fileId, query, unlockedId, caller, request }: FetchCall,
    variant: Variant,
  ): Promise<OpenedFile> {
    const token = verificationTokenOf(request, query);
    return this.bus.request(openFile, {
      fileId,
      caller,
      token,
      variant,
      bundleId: query.bundle ?? null,
      disposition: query.disposition === 'inline' ? 'inline' : 'attachment',
      unlockedId,
      // HEAD is a machine's request, but fetches no bytes: a link with a limit need not refuse it.
      isMachine: request.method !== 'HEAD' && isMachine(request),
    });
  }

  /**
   * Opens the bytes, counts the download, records the visit, then sends. Because of this order, a file whose bytes
   * cannot be opened neither uses up a link nor counts as visited. A download beyond the limit of a link is no visit.
   */
  private async serve(
    call: FetchCall,
    file: OpenedFile,
    { variant, disposition, isDownload, isVisit, text }: Representation,
  ): Promise<void> {
    const { request, reply } = call;
    const response = this.responses.prepare(request, reply, file);
    if (isDownload) rejectUsedUpHead(request, file, response);
    const freeSlot = this.slots.acquire('download', call.caller.address);
    let body: Readable | Buffer | null = null;
    try {
      body = text
        ? bodyOfText(text, request, response)
        : await this.orReportMissing(call, file, variant, () =>
            this.responses.openBody(request, file, response),
          );
      const record = async () => {
        if (isVisit) await this.recordVisit(call, file, response.status);
      };
      // Does not count machines: a link with a limit has already refused them.
      if (body !== null && isDownload && !isMachine(request)) {
        await this.linkDownloads.countThenRecord({ targetId: call.fileId, origin: file, response }, record);
      } else await record();
      await this.responses.send(reply, file, response, body, disposition);
    } finally {
      if (body instanceof Readable) body.destroy();
      freeSlot();
    }
  }

  /** Records a visit of the file. In a bundle, the call also belongs to a visit of the bundle. */
  private async recordVisit(
    call: FetchCall,
    file: OpenedFile,
    status: RangeResponse['status'],
  ): Promise<void> {
    await this.visits.record(call, file, status);
    const { bundleId, isOwner } = file;
    if (bundleId !== undefined && !isOwner) {
      await this.bundleVisits.recordPage({ ...call, bundleId, origin: file });
    }
  }

  /** Reads bytes of the file. The object can be missing, for example if the file was deleted a moment ago. */
  private orReportMissing<T>(
    call: FetchCall,
    { objectKey }: OpenedFile,
    variant: Variant,
    read: () => Promise<T>,
  ): Promise<T> {
    const currentKey = async () => (await this.authorize(call, variant)).objectKey;
    return this.missing.orReport({ fileId: call.fileId, objectKey }, read, currentKey);
  }
}

function bodyOfText(
  text: Buffer,
  { method }: FastifyRequest,
  { status, range }: RangeResponse,
): Buffer | null {
  if (method === 'HEAD' || status === 304) return null;
  return range ? text.subarray(range.start, range.end + 1) : text;
}
