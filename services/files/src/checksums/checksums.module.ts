import { Module } from '@nestjs/common';
import { MissingContentModule } from '../missing-content/missing-content.module.js';
import { SweepModule } from '../sweep/sweep.module.js';
import { ChecksumSweep } from './checksum.sweep.js';
import { ChecksumsService } from './checksums.service.js';

/** Computes missing checksums in the worker. */
@Module({ imports: [MissingContentModule, SweepModule], providers: [ChecksumSweep, ChecksumsService] })
export class ChecksumsModule {}
