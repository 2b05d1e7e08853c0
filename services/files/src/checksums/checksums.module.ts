import { Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { ChecksumSweep } from './checksum.sweep.js';
import { ChecksumsService } from './checksums.service.js';

/** Computes missing checksums in the worker. */
@Module({ imports: [SweepModule], providers: [ChecksumSweep, ChecksumsService] })
export class ChecksumsModule {}
