import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '@waybill/jobs';
import { Any, DataSource, IsNull, Not } from 'typeorm';
import { SharedFile } from '../file/shared-file.entity.js';
import { SweeperService } from '../sweep/sweeper.service.js';
import { ChecksumsService } from './checksums.service.js';
import { computeChecksum } from './compute-checksum.job.js';

/** Maximum number of files per sweep: computing a checksum reads the whole file. */
const BATCH = 100;

/**
 * Enqueues files without a checksum, except those whose bytes are lost or damaged. The newest come first, because they
 * are most likely to be put into a bundle.
 */
@Injectable()
export class ChecksumSweep implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly checksums: ChecksumsService,
    private readonly sweeper: SweeperService,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('checksums', () => this.sweep());
  }

  async sweep(): Promise<void> {
    const missing = await this.database.manager.find(SharedFile, {
      select: { id: true },
      where: { id: Not(Any(this.checksums.damagedFiles())), crc32: IsNull(), contentMissingAt: IsNull() },
      order: { createdAt: 'DESC' },
      take: BATCH,
    });
    for (const { id } of missing) await this.jobs.add(computeChecksum, { fileId: id }, { id });
  }
}
