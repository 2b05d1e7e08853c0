import { Inject, Injectable } from '@nestjs/common';
import { advisoryLock } from '@waybill/database';
import { Clock, LOGGER, type Logger, repeatDuring } from '@waybill/service-kit';
import { DataSource, type EntityManager, In } from 'typeorm';
import {
  FAIR_ORDER,
  turnsSince,
  LEASE_MS,
  leaseFrom,
  RENEWAL_MS,
  turnsOf,
} from '../fair-queue/fair-queue.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { networkOfKey, QUEUE_KEY } from '../owner/queue-key.js';
import { UNSCANNED } from './unscanned.js';

/**
 * Files without a scan result in a fair order, by their keys (`queueKeyOf`): networks take turns, and accounts take
 * turns within their network. Files that wait come before those that are open without a scan. A file that was claimed
 * has a time of its next attempt (`scan_after`), which is renewed during the scan. The jobs only wake workers up.
 */
@Injectable()
export class VirusScanQueueService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Claims the next file for this worker. Null when none is due. Waits for a locked row: skipping a file that a bundle
   * or a preview has locked for a moment would leave it to the sweep, a minute later.
   */
  claim(): Promise<SharedFile | null> {
    return this.database.transaction(async (manager) => {
      // Serialises claims: one that waits for a row that another takes would miss the next row.
      await advisoryLock(manager, 'files.virus-scan-queue');
      return this.claimNext(manager, this.clock.now());
    });
  }

  private async claimNext(manager: EntityManager, now: Date): Promise<SharedFile | null> {
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `WITH ${turnsOf('scan_started_at', '$2')}
       UPDATE files SET scan_started_at = $1, scan_after = $3 WHERE id = (
         SELECT id FROM files
           LEFT JOIN served ON served.key = ${QUEUE_KEY} LEFT JOIN networks ON network = ${networkOfKey(QUEUE_KEY)}
         WHERE scan_state IN ('pending', 'skipped') AND (scan_after IS NULL OR scan_after <= $1)
         ORDER BY scan_state = 'skipped', ${FAIR_ORDER}
         LIMIT 1 FOR UPDATE OF files)
       RETURNING id`,
      [now, turnsSince(now), leaseFrom(now)],
    );
    const [claimed] = rows;
    return claimed ? manager.findOneBy(SharedFile, claimed) : null;
  }

  /** Does `work` and renews the lease of the claimed file meanwhile. */
  whileLeased<T>({ id }: SharedFile, work: () => Promise<T>): Promise<T> {
    return repeatDuring(RENEWAL_MS, () => this.renew(id), work);
  }

  /** Lets a worker scan the file again immediately: the scan ended without a result, but not because of the file. */
  async release({ id }: SharedFile): Promise<void> {
    const unscanned = { id, scanState: In(UNSCANNED) };
    await this.database.manager.update(SharedFile, unscanned, { scanAfter: null });
  }

  /**
   * Age in seconds of the oldest file that waits for its scan; 0 if none does. A file under scan and one that clamd
   * refuses are left out: the next attempt of both is later than a lease after the start of the latest scan.
   */
  async waitingSeconds(): Promise<number> {
    const [row] = await this.database.query<{ seconds: number }[]>(
      `SELECT greatest(coalesce(extract(epoch FROM $1::timestamptz - min(created_at)), 0), 0)::float8 AS seconds
       FROM files
       WHERE scan_state = 'pending' AND (scan_after IS NULL OR scan_after <= scan_started_at + $2 * interval '1 ms')`,
      [this.clock.now(), LEASE_MS],
    );
    return row?.seconds ?? 0;
  }

  private async renew(id: string): Promise<void> {
    try {
      const scanAfter = leaseFrom(this.clock.now());
      await this.database.manager.update(SharedFile, { id, scanState: In(UNSCANNED) }, { scanAfter });
    } catch (error) {
      this.logger.warn({ fileId: id, err: error }, 'Renewing the lease of a virus scan failed');
    }
  }
}
