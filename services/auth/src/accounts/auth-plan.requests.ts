import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { applyPlanInAuth, type InputOf, type OutputOf } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { AuthPlanService } from './auth-plan.service.js';

@Controller()
export class AuthPlanRequests {
  constructor(
    private readonly database: DataSource,
    private readonly plans: AuthPlanService,
  ) {}

  @Handles(applyPlanInAuth)
  async apply(input: InputOf<typeof applyPlanInAuth>): Promise<OutputOf<typeof applyPlanInAuth>> {
    await this.plans.apply(this.database.manager, input);
    return {};
  }
}
