import { Controller, Inject, Param, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  type Caller,
  changeFileRequest,
  createFileRequest,
  deleteFileRequest,
  type FileRequestView,
  getFileRequest,
  getOwners,
  listFileRequests,
  openFileRequest,
  type OutputOf,
  type PublicFileRequest,
} from '@waybill/contracts';
import { fileRequestRoutes } from '@waybill/contracts/http';
import type { FastifyReply } from 'fastify';
import { SkipSession } from '../http/access.decorator.js';
import { CurrentCaller } from '../http/caller.decorator.js';
import { IdPipe } from '../http/id.pipe.js';
import { setNextCursor } from '../http/next-cursor.js';
import { Route } from '../http/route.decorator.js';
import { type BodyOf, type QueryOf, ValidBody, ValidQuery } from '../http/valid.decorator.js';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';

/** File requests. The files themselves arrive as resumable uploads. */
@Controller()
export class FileRequestsController {
  constructor(
    private readonly bus: Bus,
    @Inject(GATEWAY_MODULE_OPTIONS) private readonly options: GatewayModuleOptions,
  ) {}

  @Route('POST /api/requests', fileRequestRoutes.createFileRequest)
  async create(
    @CurrentCaller() caller: Caller,
    @ValidBody(fileRequestRoutes.createFileRequest)
    form: BodyOf<typeof fileRequestRoutes.createFileRequest>,
  ): Promise<FileRequestView> {
    return this.withUrl(await this.bus.request(createFileRequest, { caller, form }));
  }

  @Route('GET /api/requests', fileRequestRoutes.listFileRequests)
  async list(
    @CurrentCaller() caller: Caller,
    @ValidQuery(fileRequestRoutes.listFileRequests)
    { cursor }: QueryOf<typeof fileRequestRoutes.listFileRequests>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FileRequestView[]> {
    const { requests, nextCursor } = await this.bus.request(listFileRequests, { caller, cursor });
    setNextCursor(reply, nextCursor);
    return requests.map((request) => this.withUrl(request));
  }

  @Route('PUT /api/requests/{id}', fileRequestRoutes.changeFileRequest)
  async change(
    @Param('id', new IdPipe('requests.not-found')) requestId: string,
    @CurrentCaller() caller: Caller,
    @ValidBody(fileRequestRoutes.changeFileRequest)
    settings: BodyOf<typeof fileRequestRoutes.changeFileRequest>,
  ): Promise<FileRequestView> {
    return this.withUrl(await this.bus.request(changeFileRequest, { requestId, caller, settings }));
  }

  @Route('DELETE /api/requests/{id}', fileRequestRoutes.deleteFileRequest)
  async delete(
    @Param('id', new IdPipe('requests.not-found')) requestId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    await this.bus.request(deleteFileRequest, { requestId, caller });
  }

  @Route('GET /api/requests/{id}', fileRequestRoutes.getFileRequest)
  @SkipSession()
  async get(@Param('id') slug: string): Promise<PublicFileRequest> {
    const { ownerId, ...request } = await this.bus.request(getFileRequest, { slug });
    return { ...request, askedBy: await this.nameOf(ownerId) };
  }

  @Route('POST /api/requests/{id}/open', fileRequestRoutes.openFileRequest)
  async open(
    @Param('id') slug: string,
    @CurrentCaller() { address }: Caller,
    @ValidBody(fileRequestRoutes.openFileRequest)
    { password }: BodyOf<typeof fileRequestRoutes.openFileRequest>,
  ): Promise<OutputOf<typeof openFileRequest>> {
    return this.bus.request(openFileRequest, {
      slug,
      address,
      ...(password !== undefined && { password }),
    });
  }

  /** Null also while auth is unavailable: a sender can send files without the name. */
  private async nameOf(ownerId: string): Promise<string | null> {
    try {
      const { owners } = await this.bus.request(getOwners, { ids: [ownerId] });
      return owners[0]?.name ?? null;
    } catch (error) {
      if (AppError.isRefusal(error)) throw error;
      return null;
    }
  }

  private withUrl(request: OutputOf<typeof createFileRequest>): FileRequestView {
    return { ...request, url: `${this.options.publicUrl.origin}/r/${request.slug}` };
  }
}
