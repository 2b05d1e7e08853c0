import { Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { SnapshotBacklogSweep } from './snapshot-backlog.sweep.js';

/** The sweep that publishes missing snapshots. Imported by the worker only. */
@Module({ imports: [SweepModule], providers: [SnapshotBacklogSweep] })
export class SnapshotModule {}
