import { Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { VisitWindowSweep } from './visit-window.sweep.js';

/** The part of the worker. */
@Module({ imports: [SweepModule], providers: [VisitWindowSweep] })
export class VisitSweepModule {}
