import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, type OutputOf, reportBundle, reportFile, reportLink } from '@waybill/contracts';
import { AbuseReportsService } from './abuse-reports.service.js';

@Controller()
export class AbuseReportRequests {
  constructor(private readonly reports: AbuseReportsService) {}

  @Handles(reportFile)
  async reportFile(input: InputOf<typeof reportFile>): Promise<OutputOf<typeof reportFile>> {
    await this.reports.reportFile(input);
    return {};
  }

  @Handles(reportBundle)
  async reportBundle(input: InputOf<typeof reportBundle>): Promise<OutputOf<typeof reportBundle>> {
    await this.reports.reportBundle(input);
    return {};
  }

  @Handles(reportLink)
  async reportLink(input: InputOf<typeof reportLink>): Promise<OutputOf<typeof reportLink>> {
    await this.reports.reportLink(input);
    return {};
  }
}
