import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type AnalyticsReport, getAnalytics, type InputOf } from '@waybill/contracts';
import { ReportService } from './report.service.js';

@Controller()
export class ReportRequests {
  constructor(private readonly reports: ReportService) {}

  @Handles(getAnalytics)
  get(input: InputOf<typeof getAnalytics>): Promise<AnalyticsReport> {
    return this.reports.report(input);
  }
}
