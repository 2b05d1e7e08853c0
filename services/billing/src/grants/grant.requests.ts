import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { grantPersonPlan, type InputOf, type OutputOf } from '@waybill/contracts';
import { PlanGrantService } from './plan-grant.service.js';

@Controller()
export class GrantRequests {
  constructor(private readonly grants: PlanGrantService) {}

  @Handles(grantPersonPlan)
  grant({ userId, plan }: InputOf<typeof grantPersonPlan>): Promise<OutputOf<typeof grantPersonPlan>> {
    return this.grants.grantTo(userId, plan);
  }
}
