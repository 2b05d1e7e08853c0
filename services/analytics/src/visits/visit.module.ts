import { type DynamicModule, Module } from '@nestjs/common';
import { ANALYTICS_MODULE_OPTIONS, type AnalyticsModuleOptions } from '../analytics.module-options.js';
import { LiveModule } from '../live/live.module.js';
import { ReadingModule } from '../reading/reading.module.js';
import { FileRecordModule } from '../records/file-record.module.js';
import { RollUpModule } from '../roll-ups/roll-up.module.js';
import { EntryRollUpSweep } from './entry-roll-up.sweep.js';
import { BusyPeriodSweep } from './busy-period.sweep.js';
import { VisitEntryConsumer } from './visit-entry.consumer.js';
import { VisitRetentionSweep } from './visit-retention.sweep.js';
import { VisitRepository } from './visit.repository.js';

/** Entries and the counters derived from them. */
@Module({})
export class VisitModule {
  static forRoot(options: AnalyticsModuleOptions): DynamicModule {
    return {
      module: VisitModule,
      imports: [FileRecordModule, LiveModule, ReadingModule, RollUpModule],
      controllers: [VisitEntryConsumer],
      providers: [
        { provide: ANALYTICS_MODULE_OPTIONS, useValue: options },
        EntryRollUpSweep,
        BusyPeriodSweep,
        VisitRepository,
        VisitRetentionSweep,
      ],
    };
  }
}
