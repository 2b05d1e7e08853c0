import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, type OutputOf, recordVisit, reportReading } from '@waybill/contracts';
import { ReportedReadingService } from './reported-reading.service.js';
import { VisitsService } from './visits.service.js';

@Controller()
export class VisitRequests {
  constructor(
    private readonly visits: VisitsService,
    private readonly reading: ReportedReadingService,
  ) {}

  @Handles(recordVisit)
  async record(visit: InputOf<typeof recordVisit>): Promise<OutputOf<typeof recordVisit>> {
    return { counted: await this.visits.record(visit) };
  }

  @Handles(reportReading)
  async report(input: InputOf<typeof reportReading>): Promise<OutputOf<typeof reportReading>> {
    await this.reading.report(input);
    return {};
  }
}
