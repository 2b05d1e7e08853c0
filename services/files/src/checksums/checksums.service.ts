import { Injectable } from '@nestjs/common';
import { Performs } from '@waybill/jobs';
import { EncryptedObjects, freeBuffer, ObjectNotFoundError } from '@waybill/storage';
import { DataSource, IsNull } from 'typeorm';
import { crc32 } from 'node:zlib';
import type { z } from 'zod';
import { SharedFile } from '../file/shared-file.entity.js';
import { MissingContentService } from '../missing-content/missing-content.service.js';
import { computeChecksum } from './compute-checksum.job.js';

/** Computes the CRC-32 of files that were uploaded before uploads computed it. ZIP archives of bundles need it. */
@Injectable()
export class ChecksumsService {
  constructor(
    private readonly database: DataSource,
    private readonly objects: EncryptedObjects,
    private readonly missingContent: MissingContentService,
  ) {}

  /** Idempotent. Does nothing for a file that was deleted meanwhile. */
  @Performs(computeChecksum)
  async perform({ fileId }: z.infer<typeof computeChecksum.data>, signal: AbortSignal): Promise<void> {
    const { manager } = this.database;
    const file = await manager.findOneBy(SharedFile, { id: fileId, crc32: IsNull() });
    if (!file) return;
    const checksum = await this.checksumOf(file, signal);
    if (checksum !== null) await manager.update(SharedFile, { id: fileId }, { crc32: checksum });
  }

  /** @returns null if the bytes are lost, which is reported to the owner */
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
      if (!(error instanceof ObjectNotFoundError)) throw error;
      await this.missingContent.report(file.id, file.objectKey);
      return null;
    }
  }
}
