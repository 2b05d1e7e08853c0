import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ObjectStore } from '@waybill/storage';
import { DataSource, IsNull, Not } from 'typeorm';
import { SharedFile } from '../file/shared-file.entity.js';
import { SweeperService } from '../sweep/sweeper.service.js';

/** Maximum number of lost objects that one sweep looks for. */
const BATCH = 100;

/** Finds lost objects that exist again, for example after the operator restored a backup, and unmarks their files. */
@Injectable()
export class RestoredContentSweep implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly store: ObjectStore,
    private readonly sweeper: SweeperService,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('restored-content', () => this.sweep());
  }

  async sweep(): Promise<void> {
    const { manager } = this.database;
    const lost = await manager.find(SharedFile, {
      select: { id: true, objectKey: true },
      where: { contentMissingAt: Not(IsNull()) },
      order: { contentMissingAt: 'DESC' },
      take: BATCH,
    });
    for (const { id, objectKey } of lost) {
      if (await this.store.stat(objectKey)) {
        await manager.update(SharedFile, { id }, { contentMissingAt: null });
      }
    }
  }
}
