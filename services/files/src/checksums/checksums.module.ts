import { Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { ChecksumSweep } from './checksum.sweep.js';
import { ChecksumsService } from './checksums.service.js';

/** The part of the worker. */
@Module({ imports: [SweepModule], providers: [ChecksumSweep, ChecksumsService] })
export class ChecksumsModule {}
