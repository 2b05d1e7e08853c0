import { Inject, Injectable } from '@nestjs/common';
import { JobScheduler } from '@waybill/jobs';
import { Clock, LOGGER, type Logger, repeatDuring } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { FAIR_ORDER, turnsSince, leaseFrom, RENEWAL_MS, turnsOf } from '../fair-queue/fair-queue.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { networkOfKey, QUEUE_KEY } from '../owner/queue-key.js';
import { makePreview } from './make-preview.job.js';
import { MAX_PREVIEW_ATTEMPTS } from './preview.limits.js';

/** Wait before the second attempt. Doubles with each further one. */
const BACKOFF_MS = 5_000;

/** Maximum concurrent previews of one key, on all workers together, so that other keys find a free worker. */
const MAX_PER_KEY = 1;

/** Serialises claims. Not `advisoryLock`: its key differs from that of earlier versions that still run in an update. */
const CLAIM_LOCK = 7_305_112;

/**
 * Pending previews in a fair order: networks take turns, and accounts take turns within their network. The one whose
 * last preview started longest ago comes first. Each key (`queueKeyOf`) has at most one preview at once. The jobs
 * only wake workers up.
 */
@Injectable()
export class PreviewQueueService {
  constructor(
    private readonly database: DataSource,
    private readonly scheduler: JobScheduler,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Claims the next pending file for this worker. Null when none can be started now. */
  claim(): Promise<SharedFile | null> {
    return this.database.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [CLAIM_LOCK]);
      const now = this.clock.now();
      for (;;) {
        const id = await nextFile(manager, now);
        if (id === null) return null;
        await manager.update(
          SharedFile,
          { id },
          { previewStartedAt: now, previewLeaseUntil: leaseFrom(now) },
        );
        await manager.increment(SharedFile, { id }, 'previewAttempts', 1);
        const file = await manager.findOneByOrFail(SharedFile, { id });
        if (file.previewAttempts <= MAX_PREVIEW_ATTEMPTS) return file;
        await manager.update(SharedFile, { id }, { previewState: 'failed' });
      }
    });
  }

  /** Does `work` and renews the lease of the claimed file meanwhile. */
  whileLeased<T>({ id }: SharedFile, work: () => Promise<T>): Promise<T> {
    return repeatDuring(RENEWAL_MS, () => this.renew(id), work);
  }

  private async renew(id: string): Promise<void> {
    try {
      const previewLeaseUntil = leaseFrom(this.clock.now());
      await this.database.manager.update(SharedFile, { id, previewState: 'pending' }, { previewLeaseUntil });
    } catch (error) {
      this.logger.warn({ fileId: id, err: error }, 'Renewing the lease of a preview failed');
    }
  }

  /** Lets another worker try the file, after a wait that grows with its attempts. */
  async postpone({ id, previewAttempts }: SharedFile): Promise<void> {
    const dueAt = new Date(this.clock.now().getTime() + BACKOFF_MS * 2 ** (previewAttempts - 1));
    await this.release(id, dueAt);
    this.scheduler.enqueue(makePreview, { fileId: id }, { id: `${id}-${previewAttempts}`, runAt: dueAt });
  }

  /** Lets another worker try the file, from `dueAt` on. */
  async release(id: string, dueAt: Date | null = null): Promise<void> {
    await this.database.manager.update(
      SharedFile,
      { id, previewState: 'pending' },
      { previewLeaseUntil: null, previewDueAt: dueAt },
    );
  }
}

async function nextFile(manager: EntityManager, now: Date): Promise<string | null> {
  const rows = await manager.query<{ id: string }[]>(
    `WITH pending AS (
       SELECT id, created_at, preview_lease_until, preview_due_at,
         ${QUEUE_KEY} AS key
       FROM files WHERE preview_state = 'pending'
     ), busy AS (
       SELECT key FROM pending WHERE preview_lease_until > $1 GROUP BY key HAVING count(*) >= $3
     ), ${turnsOf('preview_started_at', '$2')}
     SELECT id FROM pending LEFT JOIN served USING (key)
       LEFT JOIN networks ON network = ${networkOfKey('key')}
     WHERE (preview_lease_until IS NULL OR preview_lease_until <= $1)
       AND (preview_due_at IS NULL OR preview_due_at <= $1)
       AND key NOT IN (SELECT key FROM busy)
     ORDER BY ${FAIR_ORDER} LIMIT 1`,
    [now, turnsSince(now), MAX_PER_KEY],
  );
  return rows[0]?.id ?? null;
}
