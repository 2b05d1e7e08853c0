import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ObjectStore } from '@waybill/storage';
import { DataSource } from 'typeorm';
import { SharedFile } from '../file/shared-file.entity.js';
import { SweeperService } from '../sweep/sweeper.service.js';

/** Maximum number of lost objects that one sweep looks for. */
const BATCH = 100;

interface LostObject {
  readonly id: string;
  readonly objectKey: string;
  /** Text, which keeps the precision of the database. */
  readonly missingAt: string;
}

/**
 * Finds lost objects that exist again, for example after the operator restored a backup, and unmarks their files. Each
 * sweep continues where the one before stopped.
 */
@Injectable()
export class RestoredContentSweep implements OnModuleInit {
  /** Last file of the sweep before. Null: begin with the file that was marked last. */
  private last: LostObject | null = null;

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
    const lost = await manager.query<LostObject[]>(
      `SELECT id, object_key AS "objectKey", content_missing_at::text AS "missingAt" FROM files
       WHERE content_missing_at IS NOT NULL
         AND ($1::timestamptz IS NULL OR (content_missing_at, id) < ($1::timestamptz, $2::uuid))
       ORDER BY content_missing_at DESC, id DESC LIMIT ${BATCH}`,
      [this.last?.missingAt ?? null, this.last?.id ?? null],
    );
    this.last = lost.length < BATCH ? null : (lost.at(-1) ?? null);
    for (const { id, objectKey } of lost) {
      if (await this.store.stat(objectKey)) {
        await manager.update(SharedFile, { id }, { contentMissingAt: null });
      }
    }
  }
}
