import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  type getUnlockedPreview,
  type InputOf,
  type UnlockedPreviewView,
  type unlockPreview,
} from '@waybill/contracts';
import { JobScheduler } from '@waybill/jobs';
import { networkOf, networkTiers, RateLimiter } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { EncryptedObjects } from '@waybill/storage';
import { DataSource } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { convertUnlockedPreview } from '../unlocked-preview/convert-unlocked-preview.job.js';
import { UnlockedPreview } from '../unlocked-preview/unlocked-preview.entity.js';
import { UnlockedPreviewLookupService } from '../unlocked-preview/unlocked-preview-lookup.service.js';
import { MAX_WAITING, perFileAndNetwork, perNetwork } from './unlocked-previews.limits.js';

/** Starts conversions of Office files with the password of the document. The worker performs them. */
@Injectable()
export class UnlockedPreviewsService {
  constructor(
    private readonly access: AccessService,
    private readonly database: DataSource,
    private readonly lookup: UnlockedPreviewLookupService,
    private readonly objects: EncryptedObjects,
    private readonly limiter: RateLimiter,
    private readonly scheduler: JobScheduler,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError of `AccessService.open`, `files.no-preview`, `files.too-many-attempts`, `server.busy` */
  async start({ fileId, password, ...request }: InputOf<typeof unlockPreview>): Promise<UnlockedPreviewView> {
    const { file } = await this.access.open(fileId, { ...request, action: 'rendition' });
    if (file.previewKind !== 'office' || !file.isEncrypted) throw new AppError('files.no-preview');
    await this.requireAttempt(fileId, request.caller.address);
    const { manager } = this.database;
    if ((await manager.countBy(UnlockedPreview, { state: 'pending' })) >= MAX_WAITING)
      throw new AppError('server.busy');
    const id = randomUUID();
    const ticket = this.objects.create();
    const bytes = Buffer.from(password);
    // The row comes first, so that the sweep finds the object even if this process is killed.
    await manager.insert(UnlockedPreview, {
      ...{ id, fileId, state: 'pending', createdAt: this.clock.now() },
      ...{ ...ticket, size: bytes.length },
    });
    await this.objects.write(ticket, Readable.from([bytes]));
    this.scheduler.enqueue(convertUnlockedPreview, { id }, { id });
    return { id, state: 'pending' };
  }

  /** @throws AppError of `AccessService.open`, `files.no-preview` */
  async get({
    fileId,
    unlockedId,
    ...request
  }: InputOf<typeof getUnlockedPreview>): Promise<UnlockedPreviewView> {
    await this.access.open(fileId, { ...request, action: 'rendition' });
    const { id, state } = await this.lookup.find(unlockedId, fileId);
    return { id, state };
  }

  private async requireAttempt(fileId: string, address: string): Promise<void> {
    const pair = [perFileAndNetwork, `${fileId}/${networkOf(address)}`] as const;
    for (const [limit, key] of [pair, ...networkTiers(perNetwork, address)]) {
      const { allowed, retryAfterSeconds } = await this.limiter.consume(limit, key);
      if (!allowed) throw new AppError('files.too-many-attempts', undefined, { retryAfterSeconds });
    }
  }
}
