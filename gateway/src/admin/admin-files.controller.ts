import { Controller, Param, Res, UseGuards } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  type AdminFile,
  findOwners,
  getOwners,
  listModeratedFiles,
  type ModeratedFile,
  restoreFile,
  takeDownFile,
} from '@waybill/contracts';
import { adminRoutes } from '@waybill/contracts/http';
import type { FastifyReply } from 'fastify';
import { IdPipe } from '../http/id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { type BodyOf, type QueryOf, ValidBody, ValidQuery } from '../http/valid.decorator.js';
import { AdminGuard } from './admin.guard.js';
import { CurrentAdministrator } from './administrator.decorator.js';
import { type Administrator, AuditService } from './audit.service.js';
import { setNextCursor } from '../http/next-cursor.js';

/** Files for administrators: rows of the files service, joined with their owners from auth. */
@Controller()
@UseGuards(AdminGuard)
export class AdminFilesController {
  constructor(
    private readonly bus: Bus,
    private readonly audit: AuditService,
  ) {}

  @Route('GET /api/admin/files', adminRoutes.listFiles)
  async list(
    @ValidQuery(adminRoutes.listFiles) { query = '', cursor }: QueryOf<typeof adminRoutes.listFiles>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminFile[]> {
    const { ids: ownerIds } = query.includes('@')
      ? await this.bus.request(findOwners, { email: query.trim() })
      : { ids: [] };
    const { files, nextCursor } = await this.bus.request(listModeratedFiles, {
      query,
      ownerIds,
      cursor: cursor ?? null,
    });
    setNextCursor(reply, nextCursor);
    return this.withOwners(files);
  }

  @Route('POST /api/admin/files/{id}/takedown', adminRoutes.takeDown)
  takeDown(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @CurrentAdministrator() administrator: Administrator,
    @ValidBody(adminRoutes.takeDown) { reason }: BodyOf<typeof adminRoutes.takeDown>,
  ): Promise<AdminFile> {
    const action = { action: 'file.take-down', subject: fileId, detail: reason } as const;
    return this.audit.perform(administrator, action, async () =>
      this.withOwner(await this.bus.request(takeDownFile, { fileId, reason })),
    );
  }

  @Route('POST /api/admin/files/{id}/restore', adminRoutes.restore)
  restore(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @CurrentAdministrator() administrator: Administrator,
  ): Promise<AdminFile> {
    return this.audit.perform(administrator, { action: 'file.restore', subject: fileId }, async () =>
      this.withOwner(await this.bus.request(restoreFile, { fileId })),
    );
  }

  private async withOwner(file: ModeratedFile): Promise<AdminFile> {
    const [{ owner } = { owner: null }] = await this.withOwners([file]);
    return { ...file, owner };
  }

  private async withOwners(files: readonly ModeratedFile[]): Promise<AdminFile[]> {
    const ids = [...new Set(files.flatMap(({ userId }) => userId ?? []))];
    const { owners } = ids.length > 0 ? await this.bus.request(getOwners, { ids }) : { owners: [] };
    const byId = new Map(owners.map((owner) => [owner.id, owner]));
    return files.map((file) => ({ ...file, owner: byId.get(file.userId ?? '') ?? null }));
  }
}
