import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { SharedFile } from '../file/shared-file.entity.js';
import { SweeperService } from '../sweep/sweeper.service.js';
import { ExpiryService } from './expiry.service.js';

const BATCH = 100;

/** Expires all files that are due, in case their jobs were lost. */
@Injectable()
export class ExpirySweep implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly expiry: ExpiryService,
    private readonly clock: Clock,
    private readonly sweeper: SweeperService,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('expiry', () => this.sweep());
  }

  async sweep(): Promise<void> {
    let expired: number;
    do {
      const due = await this.database.manager.find(SharedFile, {
        select: { id: true },
        where: { deleteAt: LessThanOrEqual(this.clock.now()) },
        order: { deleteAt: 'ASC' },
        take: BATCH,
      });
      expired = 0;
      for (const { id } of due) if (await this.expiry.expire(id)) expired += 1;
    } while (expired > 0);
  }
}
