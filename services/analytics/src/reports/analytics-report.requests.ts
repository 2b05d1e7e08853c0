import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  type AnalyticsReport,
  exportEntries,
  getAnalytics,
  getOverview,
  type InputOf,
  type OutputOf,
  type Overview,
} from '@waybill/contracts';
import { OverviewService } from './overview.service.js';
import { ReportService } from './report.service.js';

@Controller()
export class AnalyticsReportRequests {
  constructor(
    private readonly reports: ReportService,
    private readonly overviews: OverviewService,
  ) {}

  @Handles(getAnalytics)
  get(input: InputOf<typeof getAnalytics>): Promise<AnalyticsReport> {
    return this.reports.report(input);
  }

  @Handles(exportEntries)
  entries(input: InputOf<typeof exportEntries>): Promise<OutputOf<typeof exportEntries>> {
    return this.reports.entries(input);
  }

  @Handles(getOverview)
  overview(input: InputOf<typeof getOverview>): Promise<Overview> {
    return this.overviews.read(input);
  }
}
