import { Injectable } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import DataLoader from 'dataloader';
import { DataSource, In } from 'typeorm';
import { requireAvailable } from './find-file.js';
import { SharedFile } from './shared-file.entity.js';

/** Limits the time that every request of a batch waits. */
const MAX_BATCH = 100;

/**
 * Read-only access to files. All lookups of one turn of the event loop share a query, so a popular link costs the
 * database little. Nothing is cached: the query starts after the lookup.
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
   * An available file. Concurrent lookups share the object.
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
