import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { fileInfected, HOUR_MS } from '@waybill/contracts';
import { Performs } from '@waybill/jobs';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { EncryptedObjects, IntegrityError, ObjectNotFoundError } from '@waybill/storage';
import { Readable } from 'node:stream';
import { DataSource, In } from 'typeorm';
import type { z } from 'zod';
import { SharedFile } from '../file/shared-file.entity.js';
import { scanFile } from './scan-file.job.js';
import { UNSCANNED } from './unscanned.js';
import { VirusScanQueueService } from './virus-scan-queue.service.js';
import { VIRUS_SCAN_MODULE_OPTIONS, type VirusScanModuleOptions } from './virus-scan.module-options.js';
import { virusScans } from './virus-scan.metrics.js';
import { ScanFailedError, type ScanResult, VirusScanner } from './virus-scanner.js';

/** Time until a failed scan is tried again, in milliseconds. Shorter than the interval of the sweep. */
const RETRY_MS = 30_000;
/** Longest time until a file that clamd refuses is tried again. */
const MAX_RETRY_MS = 6 * HOUR_MS;

/** Bytes that every clamd scans. */
const HARMLESS = Buffer.from('harmless');

/** Cause of a failed scan. `unknown`: clamd is gone since the scan began, so it may have crashed at this file. */
type Fault = 'file' | 'scanner' | 'unknown';

/** Scans files, and withholds infected ones from everyone. */
@Injectable()
export class VirusScanService {
  constructor(
    private readonly database: DataSource,
    private readonly queue: VirusScanQueueService,
    private readonly objects: EncryptedObjects,
    private readonly scanner: VirusScanner,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(VIRUS_SCAN_MODULE_OPTIONS) private readonly options: VirusScanModuleOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Scans files until none is due. The queue, not the job, decides which file is next. While clamd is unavailable each
   * job tries one file, so that a long backlog does not keep the database busy.
   */
  @Performs(scanFile)
  async perform(_job: z.infer<typeof scanFile.data>, signal: AbortSignal): Promise<void> {
    for (let file = await this.queue.claim(); file; file = await this.queue.claim()) {
      if (!(await this.attempt(file, signal))) return;
    }
  }

  /** @returns whether clamd may scan other files */
  private async attempt(file: SharedFile, signal: AbortSignal): Promise<boolean> {
    let isAvailable = false;
    try {
      await this.scanner.requireAvailable();
      isAvailable = true;
      const result = await this.queue.whileLeased(file, async () =>
        this.scanner.scan(await this.objects.read(file, file.size), signal),
      );
      virusScans.add({ outcome: result.outcome });
      await this.save(file, result);
    } catch (error) {
      if (!isOfFile(error)) {
        await this.queue.release(file);
        throw error;
      }
      const fault = isAvailable
        ? await this.queue.whileLeased(file, () => this.findFault(signal))
        : 'scanner';
      virusScans.add({ outcome: fault === 'file' ? 'refused' : 'failed' });
      const message = 'Scanning a file failed, the sweep will try again';
      this.logger.warn({ err: error, fileId: file.id, fault }, message);
      await this.postpone(file, fault);
      return fault !== 'scanner';
    }
    return true;
  }

  /**
   * Finds out whether a scan failed because of its file, by a scan of harmless bytes. The error is not enough: a clamd
   * that refuses a file for its size may close the connection before its reply is read.
   */
  private async findFault(signal: AbortSignal): Promise<Fault> {
    try {
      await this.scanner.requireAvailable();
    } catch {
      return 'unknown';
    }
    try {
      await this.scanner.scan(Readable.from([HARMLESS]), signal);
      return 'file';
    } catch {
      return 'scanner';
    }
  }

  private async save({ id: fileId }: SharedFile, result: ScanResult): Promise<void> {
    await this.database.transaction(async (manager) => {
      const unscanned = { id: fileId, scanState: In(UNSCANNED) };
      if (result.outcome === 'clean') {
        await manager.update(SharedFile, unscanned, { scanState: 'clean', scanAfter: null });
        return;
      }
      const { finding } = result;
      const infected = { scanState: 'infected', scanFinding: finding, scanAfter: null } as const;
      const { affected } = await manager.update(SharedFile, unscanned, infected);
      if (affected === 0) return;
      // Read after the update: the file can be moved to an account, or renamed, during its scan.
      const { userId, originalName } = await manager.findOneByOrFail(SharedFile, { id: fileId });
      await this.outbox.add(manager, fileInfected, fileId, { fileId, userId, originalName, finding });
    });
  }

  /**
   * While clamd scans other files, it may refuse this one for good, for example for its size. The pauses between its
   * scans then grow with its age, so that they do not hold up those of other files.
   */
  private async postpone({ id, createdAt }: SharedFile, fault: Fault): Promise<void> {
    const now = this.clock.now().getTime();
    const age = now - createdAt.getTime();
    const pause = fault === 'scanner' ? RETRY_MS : Math.min(Math.max(age / 2, RETRY_MS), MAX_RETRY_MS);
    await this.database.manager.update(
      SharedFile,
      { id, scanState: In(UNSCANNED) },
      {
        scanAfter: new Date(now + pause),
        ...(this.options.onFailure === 'allow' && { scanState: 'skipped' as const }),
      },
    );
  }
}

/** Whether a scan failed for this file alone: clamd failed, or the bytes of the file are lost or damaged. */
function isOfFile(error: unknown): boolean {
  return [ScanFailedError, ObjectNotFoundError, IntegrityError].some((kind) => error instanceof kind);
}
