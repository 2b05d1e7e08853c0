import { Controller, Param, Req } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type Caller, getUnlockedPreview, type UnlockedPreviewView, unlockPreview } from '@waybill/contracts';
import { unlockedPreviewRoutes } from '@waybill/contracts/http';
import type { FastifyRequest } from 'fastify';
import { CurrentCaller } from '../http/caller.decorator.js';
import { IdPipe } from '../http/id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { type BodyOf, type QueryOf, ValidBody, ValidQuery } from '../http/valid.decorator.js';
import { verificationTokenOf } from '../http/verification-token.js';

/** Previews of Office files that have a password of their own. */
@Controller()
export class UnlockedPreviewsController {
  constructor(private readonly bus: Bus) {}

  @Route('POST /api/files/{id}/preview/unlock', unlockedPreviewRoutes.unlockPreview)
  async unlock(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @CurrentCaller() caller: Caller,
    @ValidQuery(unlockedPreviewRoutes.unlockPreview)
    query: QueryOf<typeof unlockedPreviewRoutes.unlockPreview>,
    @ValidBody(unlockedPreviewRoutes.unlockPreview)
    { password }: BodyOf<typeof unlockedPreviewRoutes.unlockPreview>,
    @Req() request: FastifyRequest,
  ): Promise<UnlockedPreviewView> {
    const token = verificationTokenOf(request, query);
    const bundleId = query.bundle ?? null;
    return this.bus.request(unlockPreview, { fileId, caller, token, bundleId, password });
  }

  @Route('GET /api/files/{id}/preview/unlock/{unlocked}', unlockedPreviewRoutes.getUnlockedPreview)
  async get(
    @Param('id', new IdPipe('files.not-found')) fileId: string,
    @Param('unlocked', new IdPipe('files.not-found')) unlockedId: string,
    @CurrentCaller() caller: Caller,
    @ValidQuery(unlockedPreviewRoutes.getUnlockedPreview)
    query: QueryOf<typeof unlockedPreviewRoutes.getUnlockedPreview>,
    @Req() request: FastifyRequest,
  ): Promise<UnlockedPreviewView> {
    const token = verificationTokenOf(request, query);
    const bundleId = query.bundle ?? null;
    return this.bus.request(getUnlockedPreview, { fileId, caller, token, bundleId, unlockedId });
  }
}
