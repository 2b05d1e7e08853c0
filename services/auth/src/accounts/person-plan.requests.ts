import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { applyPersonPlan, type InputOf, type OutputOf } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { PersonPlanService } from './person-plan.service.js';

@Controller()
export class PersonPlanRequests {
  constructor(
    private readonly database: DataSource,
    private readonly plans: PersonPlanService,
  ) {}

  @Handles(applyPersonPlan)
  async apply(input: InputOf<typeof applyPersonPlan>): Promise<OutputOf<typeof applyPersonPlan>> {
    await this.plans.apply(this.database.manager, input);
    return {};
  }
}
