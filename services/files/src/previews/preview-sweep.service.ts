import { Injectable } from '@nestjs/common';
import { Jobs } from '@waybill/jobs';
import { Clock } from '@waybill/service-kit';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { SharedFile } from '../catalogue/shared-file.entity.js';
import { makePreview } from './make-preview.job.js';
import { Workshop } from './workshop.js';

/** A preview that is not there by now lost its job; a folder this old lost its worker. */
const LATE_MS = 10 * 60_000;
const BATCH = 200;

/** Finds previews that nobody is making, and folders that nobody works in. */
@Injectable()
export class PreviewSweep {
  constructor(
    private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly workshop: Workshop,
    private readonly clock: Clock,
  ) {}

  async sweep(): Promise<void> {
    const late = new Date(this.clock.now().getTime() - LATE_MS);
    await this.workshop.sweep(late);
    const missing = await this.database.manager.find(SharedFile, {
      select: { id: true },
      where: { previewState: 'pending', createdAt: LessThanOrEqual(late) },
      order: { createdAt: 'ASC' },
      take: BATCH,
    });
    for (const { id } of missing) await this.jobs.add(makePreview, { fileId: id }, { id });
  }
}
