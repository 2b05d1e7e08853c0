import { Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { FirstLinkBacklogSweep } from './first-link-backlog.sweep.js';
import { SnapshotBacklogSweep } from './snapshot-backlog.sweep.js';

/** The sweeps that publish facts from before an upgrade. Imported by the worker only. */
@Module({ imports: [SweepModule], providers: [FirstLinkBacklogSweep, SnapshotBacklogSweep] })
export class SnapshotModule {}
