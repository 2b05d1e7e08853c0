import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { applyAccountPlan, type InputOf, type OutputOf } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { AccountPlanRepository } from './account-plan.repository.js';

@Controller()
export class AccountPlanRequests {
  constructor(
    private readonly database: DataSource,
    private readonly plans: AccountPlanRepository,
  ) {}

  @Handles(applyAccountPlan)
  async apply(input: InputOf<typeof applyAccountPlan>): Promise<OutputOf<typeof applyAccountPlan>> {
    await this.plans.apply(this.database.manager, input);
    return {};
  }
}
