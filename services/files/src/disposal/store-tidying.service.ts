import { Inject, Injectable } from '@nestjs/common';
import { Performs } from '@waybill/jobs';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { ObjectStore } from '@waybill/storage';
import { DataSource } from 'typeorm';
import { tidyStore } from './tidy-store.job.js';

/** Younger objects are left alone: a preview is stored shortly before its row tells of it. */
const GRACE_MS = 24 * 3_600_000;
const BATCH = 500;

/** Compares the store with the rows and removes what crashes left there. */
@Injectable()
export class StoreTidying {
  constructor(
    private readonly database: DataSource,
    private readonly store: ObjectStore,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Safe to run twice at once. */
  @Performs(tidyStore)
  async tidy(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - GRACE_MS);
    await this.store.removeUnfinished(before);
    let keys: string[] = [];
    for await (const { key, modifiedAt } of this.store.list('')) {
      if (modifiedAt >= before) continue;
      if (keys.push(key) < BATCH) continue;
      await this.removeOrphans(keys);
      keys = [];
    }
    await this.removeOrphans(keys);
  }

  /**
   * An object's key is in a row before its bytes are in the store (or within minutes, for previews), so one
   * that is a day old and in no row will never be in one.
   */
  private async removeOrphans(keys: readonly string[]): Promise<void> {
    const rows: unknown = await this.database.manager.query(
      `SELECT key FROM unnest($1::text[]) AS key
       WHERE NOT EXISTS (SELECT FROM files WHERE object_key = key)
         AND NOT EXISTS (SELECT FROM files WHERE thumbnail ->> 'objectKey' = key)
         AND NOT EXISTS (SELECT FROM files WHERE rendition ->> 'objectKey' = key)
         AND NOT EXISTS (SELECT FROM reservations WHERE object_key = key)
         AND NOT EXISTS (SELECT FROM discarded_objects WHERE object_key = key)`,
      [keys],
    );
    for (const { key } of rows as { key: string }[]) {
      this.logger.warn({ objectKey: key }, 'An object without a row is removed');
      await this.store.delete(key);
    }
  }
}
