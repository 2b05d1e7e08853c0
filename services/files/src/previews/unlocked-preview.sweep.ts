import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HOUR_MS, MINUTE_MS } from '@waybill/contracts';
import { Jobs } from '@waybill/jobs';
import { Clock } from '@waybill/service-kit';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { queueObjectDeletion } from '../discarded-object/queue-object-deletion.js';
import { SweeperService } from '../sweep/sweeper.service.js';
import { convertUnlockedPreview } from '../unlocked-preview/convert-unlocked-preview.job.js';
import { UnlockedPreview } from '../unlocked-preview/unlocked-preview.entity.js';

/** Time for which a reader can open the rendition, in milliseconds. */
const LIFETIME_MS = 2 * HOUR_MS;

/** Age in milliseconds from which the job of a conversion counts as lost. */
const LATE_MS = 5 * MINUTE_MS;

/** Deletes old conversions with their objects, and enqueues those whose job was lost. */
@Injectable()
export class UnlockedPreviewSweep implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly sweeper: SweeperService,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('unlocked-previews', () => this.sweep());
  }

  async sweep(): Promise<void> {
    const now = this.clock.now();
    await this.database.transaction(async (manager) => {
      const [rows] = await manager.query<[{ key: string | null }[], number]>(
        'DELETE FROM unlocked_previews WHERE created_at <= $1 RETURNING object_key AS key',
        [new Date(now.getTime() - LIFETIME_MS)],
      );
      await queueObjectDeletion(
        manager,
        rows.flatMap(({ key }) => key ?? []),
        now,
      );
    });
    const late = await this.database.manager.find(UnlockedPreview, {
      select: { id: true, attempts: true },
      where: { state: 'pending', createdAt: LessThanOrEqual(new Date(now.getTime() - LATE_MS)) },
    });
    for (const { id, attempts } of late)
      await this.jobs.add(convertUnlockedPreview, { id }, { id: `${id}-${attempts}` });
  }
}
