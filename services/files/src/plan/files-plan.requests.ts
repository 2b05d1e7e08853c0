import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { applyPlanInFiles, type InputOf, type OutputOf } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { AccountPlanRepository } from './account-plan.repository.js';

@Controller()
export class FilesPlanRequests {
  constructor(
    private readonly database: DataSource,
    private readonly plans: AccountPlanRepository,
  ) {}

  @Handles(applyPlanInFiles)
  async apply(input: InputOf<typeof applyPlanInFiles>): Promise<OutputOf<typeof applyPlanInFiles>> {
    await this.plans.apply(this.database.manager, input);
    return {};
  }
}
