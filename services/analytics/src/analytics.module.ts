import { type DynamicModule, Module } from '@nestjs/common';
import { ANALYTICS_CONFIG, type AnalyticsConfig } from './analytics.config.js';
import { HealthController } from './health/health.controller.js';
import { LinksConsumer } from './links/links.consumer.js';
import { FileRecords } from './records/file-records.js';
import { RecordsConsumer } from './records/records.consumer.js';
import { ReportService } from './reports/report.service.js';
import { ReportsController } from './reports/reports.controller.js';
import { VisitLedger } from './visits/visit-ledger.js';
import { VisitsConsumer } from './visits/visits.consumer.js';

/** Who opened what, from where. Needs database, bus and service-kit beside it. */
@Module({})
export class AnalyticsModule {
  static forRoot(config: AnalyticsConfig): DynamicModule {
    return {
      module: AnalyticsModule,
      controllers: [ReportsController, VisitsConsumer, RecordsConsumer, LinksConsumer, HealthController],
      providers: [{ provide: ANALYTICS_CONFIG, useValue: config }, FileRecords, VisitLedger, ReportService],
    };
  }
}
