import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { applyPlanLimits, type InputOf, type OutputOf } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { AccountPlanRepository } from './account-plan.repository.js';

@Controller()
export class PlanLimitsRequests {
  constructor(
    private readonly database: DataSource,
    private readonly plans: AccountPlanRepository,
  ) {}

  @Handles(applyPlanLimits)
  async apply(input: InputOf<typeof applyPlanLimits>): Promise<OutputOf<typeof applyPlanLimits>> {
    await this.plans.apply(this.database.manager, input);
    return {};
  }
}
