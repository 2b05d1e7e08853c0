import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS } from '@waybill/contracts';
import { Performs } from '@waybill/jobs';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { EncryptedObjects, freeBuffer, IntegrityError, ObjectNotFoundError } from '@waybill/storage';
import { DataSource, IsNull } from 'typeorm';
import { crc32 } from 'node:zlib';
import type { z } from 'zod';
import { SharedFile } from '../file/shared-file.entity.js';
import { MissingContentService } from '../missing-content/missing-content.service.js';
import { computeChecksum } from './compute-checksum.job.js';

/** Time until damaged bytes are read again: the operator may have restored them. */
const DAMAGED_PAUSE_MS = HOUR_MS;

/** Computes the CRC-32 of files that were uploaded before uploads computed it. ZIP archives of bundles need it. */
@Injectable()
export class ChecksumsService {
  /** Times until which files whose bytes this process found damaged are not read again, by the id of the file. */
  private readonly damagedUntil = new Map<string, Date>();

  constructor(
    private readonly database: DataSource,
    private readonly objects: EncryptedObjects,
    private readonly missingContent: MissingContentService,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Ids of the files whose bytes this process found damaged a short time ago. */
  damagedFiles(): string[] {
    const now = this.clock.now();
    for (const [fileId, until] of this.damagedUntil) if (until <= now) this.damagedUntil.delete(fileId);
    return [...this.damagedUntil.keys()];
  }

  /** Idempotent. Does nothing for a file that was deleted meanwhile, or whose bytes were found damaged. */
  @Performs(computeChecksum)
  async perform({ fileId }: z.infer<typeof computeChecksum.data>, signal: AbortSignal): Promise<void> {
    if (this.damagedFiles().includes(fileId)) return;
    const { manager } = this.database;
    const file = await manager.findOneBy(SharedFile, { id: fileId, crc32: IsNull() });
    if (!file) return;
    const checksum = await this.checksumOf(file, signal);
    if (checksum !== null) await manager.update(SharedFile, { id: fileId }, { crc32: checksum });
  }

  /** @returns null if the bytes are lost, which is reported to the owner, or damaged */
  private async checksumOf(file: SharedFile, signal: AbortSignal): Promise<number | null> {
    try {
      let checksum = 0;
      for await (const bytes of await this.objects.read(file, file.size)) {
        signal.throwIfAborted();
        checksum = crc32(bytes as Buffer, checksum);
        freeBuffer(bytes as Buffer);
      }
      return checksum;
    } catch (error) {
      if (error instanceof ObjectNotFoundError) {
        await this.missingContent.report(file.id, file.objectKey);
      } else if (error instanceof IntegrityError) {
        this.damagedUntil.set(file.id, new Date(this.clock.now().getTime() + DAMAGED_PAUSE_MS));
        this.logger.error({ err: error, fileId: file.id }, 'The bytes of a file are damaged');
      } else throw error;
      return null;
    }
  }
}
