import { Injectable } from '@nestjs/common';
import { selectAllRows } from '@waybill/database';
import { Batcher, Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { missing, requireAvailable } from './find-file.js';
import { SharedFile } from './shared-file.entity.js';

/** Maximum number of lookups per query: each of them waits until the query has read all files. */
const MAX_BATCH = 100;

/**
 * Read-only access to files. Lookups that arrive during a query share the next query, so a popular link costs the
 * database little. Nothing is cached: the query always starts after the lookup.
 */
@Injectable()
export class FileLookupService {
  private readonly rows: Batcher<string, SharedFile | null>;

  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {
    this.rows = new Batcher({
      maxSize: MAX_BATCH,
      perform: (ids) => this.load(ids),
      isCommonFailure: () => true,
    });
  }

  /**
   * An available file. Read-only, because concurrent lookups get the same object.
   * @throws AppError as `findFile`
   */
  async find(fileId: string): Promise<Readonly<SharedFile>> {
    const file = await this.rows.add(fileId);
    return requireAvailable(this.database.manager, fileId, file, this.clock.now());
  }

  /** Like `find`, but also a file that has expired and was not deleted yet. */
  async findEvenExpired(fileId: string): Promise<Readonly<SharedFile>> {
    const file = await this.rows.add(fileId);
    if (!file) throw await missing(this.database.manager, fileId);
    return file;
  }

  private async load(ids: readonly string[]): Promise<(SharedFile | null)[]> {
    const files = await selectAllRows(this.database.manager, SharedFile, 'WHERE id = ANY($1)', [
      [...new Set(ids)],
    ]);
    const byId = new Map(files.map((file) => [file.id, file]));
    return ids.map((id) => byId.get(id) ?? null);
  }
}
