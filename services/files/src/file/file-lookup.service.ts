import { Injectable } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import DataLoader from 'dataloader';
import { DataSource, In } from 'typeorm';
import { requireAvailable } from './find-file.js';
import { SharedFile } from './shared-file.entity.js';

/** More would make one query of a crowd keep everyone in it waiting. */
const MAX_BATCH = 100;

/**
 * Files for those who only look. What is asked for in one turn of the event loop is one query: a link that many open
 * at once costs the database little more than a link that one opens. Nothing is kept: a query never begins before it
 * was asked for, so that the answer is as fresh as one's own.
 */
@Injectable()
export class FileLookupService {
  private readonly rows: DataLoader<string, SharedFile | null>;

  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {
    this.rows = new DataLoader((ids) => this.load(ids), {
      cache: false,
      maxBatchSize: MAX_BATCH,
      batchScheduleFn: (load) => setImmediate(load),
    });
  }

  /**
   * The file, if it can be opened now; the same object may be handed to others.
   * @throws AppError `files.expired` from its expiry on, by the clock; `files.not-found`
   */
  async find(fileId: string): Promise<Readonly<SharedFile>> {
    const file = await this.rows.load(fileId);
    return requireAvailable(this.database.manager, fileId, file, this.clock.now());
  }

  private async load(ids: readonly string[]): Promise<(SharedFile | null)[]> {
    const files = await this.database.manager.findBy(SharedFile, { id: In([...new Set(ids)]) });
    const byId = new Map(files.map((file) => [file.id, file]));
    return ids.map((id) => byId.get(id) ?? null);
  }
}
