import { Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { SnapshotBacklogSweep } from './snapshot-backlog.sweep.js';

/** The part of the worker. */
@Module({ imports: [SweepModule], providers: [SnapshotBacklogSweep] })
export class SnapshotModule {}
