import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
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
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import { networkOfCaller } from '../owner/queue-key.js';
import { convertUnlockedPreview } from '../unlocked-preview/convert-unlocked-preview.job.js';
import { UnlockedPreview } from '../unlocked-preview/unlocked-preview.entity.js';
import { UnlockedPreviewLookupService } from '../unlocked-preview/unlocked-preview-lookup.service.js';
import {
  MAX_STORED_BYTES,
  MAX_WAITING,
  MAX_WAITING_PER_NETWORK,
  perFileAndNetwork,
  conversionsPerNetwork,
  RETRY_AFTER_SECONDS,
} from './unlocked-previews.limits.js';

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
    @Inject(FILES_MODULE_OPTIONS) private readonly options: FilesModuleOptions,
  ) {}

  /** @throws AppError of `AccessService.open`, `files.no-preview`, `files.too-many-attempts`, `server.busy` */
  async start({ fileId, password, ...request }: InputOf<typeof unlockPreview>): Promise<UnlockedPreviewView> {
    const { file } = await this.access.open(fileId, { ...request, action: 'rendition' });
    if (file.previewKind !== 'office' || !file.isEncrypted) throw new AppError('files.no-preview');
    await this.requireAttempt(fileId, request.caller.address);
    const network = networkOfCaller(request.caller, this.options.tokenSecrets);
    await this.requireRoom(network);
    const { manager } = this.database;
    const id = randomUUID();
    const ticket = this.objects.create();
    const bytes = Buffer.from(password);
    // The row comes first, so that the sweep finds the object even if this process is killed.
    await manager.insert(UnlockedPreview, {
      id,
      fileId,
      network,
      state: 'pending',
      createdAt: this.clock.now(),
      ...ticket,
      size: bytes.length,
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

  /** Counts before the insertion, so concurrent calls can exceed a limit by their number. */
  private async requireRoom(network: string): Promise<void> {
    const [row] = await this.database.query<{ waiting: number; ofNetwork: number; bytes: number }[]>(
      `SELECT count(*) FILTER (WHERE state = 'pending')::int AS waiting,
         count(*) FILTER (WHERE state = 'pending' AND network = $1)::int AS "ofNetwork",
         coalesce(sum(size) FILTER (WHERE state = 'ready'), 0)::float AS bytes
       FROM unlocked_previews`,
      [network],
    );
    const { waiting = 0, ofNetwork = 0, bytes = 0 } = row ?? {};
    if (ofNetwork >= MAX_WAITING_PER_NETWORK)
      throw new AppError('files.too-many-attempts', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    if (waiting >= MAX_WAITING || bytes >= MAX_STORED_BYTES) throw new AppError('server.busy');
  }

  private async requireAttempt(fileId: string, address: string): Promise<void> {
    const pair = [perFileAndNetwork, `${fileId}/${networkOf(address)}`] as const;
    for (const [limit, key] of [pair, ...networkTiers(conversionsPerNetwork, address)]) {
      const { allowed, retryAfterSeconds } = await this.limiter.consume(limit, key);
      if (!allowed) throw new AppError('files.too-many-attempts', undefined, { retryAfterSeconds });
    }
  }
}
