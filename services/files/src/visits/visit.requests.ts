import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, type OutputOf, recordVisit } from '@waybill/contracts';
import { VisitsService } from './visits.service.js';

@Controller()
export class VisitRequests {
  constructor(private readonly visits: VisitsService) {}

  @Handles(recordVisit)
  async record(visit: InputOf<typeof recordVisit>): Promise<OutputOf<typeof recordVisit>> {
    return { counted: await this.visits.record(visit) };
  }
}
