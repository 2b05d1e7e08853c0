import { Inject, Injectable } from '@nestjs/common';
import { effectivePlan, type PlanId, promotionAt } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import type { Owner } from '../owner/owner.js';
import { AccountPlan } from './account-plan.entity.js';

/** What owners may do, as billing told us last. */
@Injectable()
export class PlansService {
  constructor(
    @Inject(FILES_MODULE_OPTIONS) private readonly config: FilesModuleOptions,
    private readonly clock: Clock,
  ) {}

  /** Browsers have the free plan; accounts theirs, or Pro while a promotion is active (spec §6). */
  async planOf(manager: EntityManager, owner: Owner): Promise<PlanId> {
    if (owner.userId === null) return 'free';
    const account = await manager.findOneBy(AccountPlan, { userId: owner.userId });
    const { isActive } = promotionAt(this.config.promotion, this.clock.now());
    return effectivePlan(account?.plan ?? 'free', isActive);
  }
}
