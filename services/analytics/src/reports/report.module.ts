import { Module } from '@nestjs/common';
import { ReadingModule } from '../reading/reading.module.js';
import { RollUpModule } from '../roll-ups/roll-up.module.js';
import { LinkNameRepository } from './link-name.repository.js';
import { OverviewService } from './overview.service.js';
import { AnalyticsReportRequests } from './analytics-report.requests.js';
import { ReportSeriesService } from './report-series.service.js';
import { ReportService } from './report.service.js';
import { VisitTallyService } from './visit-tally.service.js';

/** Reports for owners: of a file or bundle, and of everything that an account shares. */
@Module({
  imports: [ReadingModule, RollUpModule],
  controllers: [AnalyticsReportRequests],
  providers: [LinkNameRepository, OverviewService, ReportService, ReportSeriesService, VisitTallyService],
})
export class ReportModule {}
