import { Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { VisitWindowSweep } from './visit-window.sweep.js';

/** The sweep of visit windows. Imported by the worker only. */
@Module({ imports: [SweepModule], providers: [VisitWindowSweep] })
export class VisitSweepModule {}
