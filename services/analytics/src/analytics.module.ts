import { type DynamicModule, Module } from '@nestjs/common';
import { ANALYTICS_MODULE_OPTIONS, type AnalyticsModuleOptions } from './analytics.module-options.js';
import { HealthRequests } from './health/health.requests.js';
import { LinkConsumer } from './links/link.consumer.js';
import { FileRecordRepository } from './records/file-record.repository.js';
import { FileRecordConsumer } from './records/file-record.consumer.js';
import { ReportService } from './reports/report.service.js';
import { ReportRequests } from './reports/report.requests.js';
import { VisitRepository } from './visits/visit.repository.js';
import { VisitConsumer } from './visits/visit.consumer.js';

/** Who opened what, from where. Needs database, bus and service-kit beside it. */
@Module({})
export class AnalyticsModule {
  static forRoot(config: AnalyticsModuleOptions): DynamicModule {
    return {
      module: AnalyticsModule,
      controllers: [ReportRequests, VisitConsumer, FileRecordConsumer, LinkConsumer, HealthRequests],
      providers: [{ provide: ANALYTICS_MODULE_OPTIONS, useValue: config }, FileRecordRepository, VisitRepository, ReportService],
    };
  }
}
