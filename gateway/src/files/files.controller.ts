import { Controller, Param, Req, Res } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  type Caller,
  changeFileSettings,
  checkProtection,
  deleteFile,
  type FileView,
  getFile,
  getFileMetadata,
  listFilePage,
  verifyFilePassword,
} from '@waybill/contracts';
import { fileRoutes } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller } from '../http/caller.decorator.js';
import { type BodyOf, type QueryOf, ValidBody, ValidQuery } from '../http/valid.decorator.js';
import { setNextCursor } from '../http/next-cursor.js';
import { IdPipe } from '../http/id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { SkipSession } from '../http/access.decorator.js';
import { verificationTokenOf } from '../http/verification-token.js';
import { DeferredSessionService } from '../sessions/deferred-session.service.js';

const PAGE_SIZE = 50;

@Controller()
export class FilesController {
  constructor(
    private readonly bus: Bus,
    private readonly deferredSession: DeferredSessionService,
  ) {}

  @Route('GET /api/files', fileRoutes.listFiles)
  async list(
    @CurrentCaller() caller: Caller,
    @ValidQuery(fileRoutes.listFiles) { limit, cursor }: QueryOf<typeof fileRoutes.listFiles>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { json, nextCursor } = await this.bus.request(listFilePage, {
      caller,
      limit: limit ?? (cursor === undefined ? null : PAGE_SIZE),
      cursor: cursor ?? null,
    });
    setNextCursor(reply, nextCursor);
    void reply.header('content-type', 'application/json; charset=utf-8');
    return json;
  }

  @Route('GET /api/files/{id}', fileRoutes.getFile)
  async get(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @CurrentCaller() caller: Caller,
    @ValidQuery(fileRoutes.getFile) query: QueryOf<typeof fileRoutes.getFile>,
    @Req() request: FastifyRequest,
  ): Promise<FileView> {
    const token = verificationTokenOf(request, query);
    return this.bus.request(getFile, { fileId, caller, token, bundleId: query.bundle ?? null });
  }

  @Route('DELETE /api/files/{id}', fileRoutes.deleteFile)
  async delete(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    await this.bus.request(deleteFile, { fileId, caller });
  }

  @Route('PUT /api/files/{id}/settings', fileRoutes.changeFileSettings)
  async changeSettings(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @CurrentCaller() caller: Caller,
    @ValidBody(fileRoutes.changeFileSettings) settings: BodyOf<typeof fileRoutes.changeFileSettings>,
  ): Promise<FileView> {
    return this.bus.request(changeFileSettings, { fileId, caller, settings });
  }

  @Route('GET /api/files/{id}/metadata', fileRoutes.getFileMetadata)
  @SkipSession()
  async metadata(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @ValidQuery(fileRoutes.getFileMetadata) query: QueryOf<typeof fileRoutes.getFileMetadata>,
    @Req() request: FastifyRequest,
  ) {
    const token = verificationTokenOf(request, query);
    return this.deferredSession.request(request, (caller) =>
      this.bus.request(getFileMetadata, { fileId, token, caller }),
    );
  }

  @Route('GET /api/files/{id}/check-protection', fileRoutes.checkProtection)
  @SkipSession()
  async checkProtection(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @ValidQuery(fileRoutes.checkProtection) query: QueryOf<typeof fileRoutes.checkProtection>,
    @Req() request: FastifyRequest,
  ) {
    const token = verificationTokenOf(request, query);
    return this.deferredSession.request(request, (caller) =>
      this.bus.request(checkProtection, { fileId, token, caller }),
    );
  }

  @Route('POST /api/files/{id}/verify-password', fileRoutes.verifyPassword)
  async verifyPassword(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @CurrentCaller() caller: Caller,
    @ValidBody(fileRoutes.verifyPassword) { password }: BodyOf<typeof fileRoutes.verifyPassword>,
    @Req() request: FastifyRequest,
  ) {
    const token = verificationTokenOf(request);
    const { address } = caller;
    return this.bus.request(verifyFilePassword, { fileId, caller, token, password, address });
  }
}
