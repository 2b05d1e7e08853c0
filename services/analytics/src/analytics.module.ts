import { type DynamicModule, Module } from '@nestjs/common';
import { healthRequestsOf } from '@waybill/bus';
import type { AnalyticsModuleOptions } from './analytics.module-options.js';
import { LinkRecordModule } from './links/link-record.module.js';
import { FileRecordModule } from './records/file-record.module.js';
import { ReadingModule } from './reading/reading.module.js';
import { ReportModule } from './reports/report.module.js';
import { VisitModule } from './visits/visit.module.js';

/** The analytics service. The process must also import the database, bus and service-kit modules. */
@Module({})
export class AnalyticsModule {
  static forRoot(options: AnalyticsModuleOptions): DynamicModule {
    return {
      module: AnalyticsModule,
      imports: [
        FileRecordModule,
        LinkRecordModule,
        VisitModule.forRoot(options),
        ReadingModule,
        ReportModule,
      ],
      controllers: [healthRequestsOf('analytics')],
    };
  }
}
