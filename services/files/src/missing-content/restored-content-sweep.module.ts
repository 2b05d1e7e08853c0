import { Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { RestoredContentSweep } from './restored-content.sweep.js';

/** The sweep of lost objects that exist again. Imported by the worker only. */
@Module({ imports: [SweepModule], providers: [RestoredContentSweep] })
export class RestoredContentSweepModule {}
