import { Inject, Injectable } from '@nestjs/common';
import { effectivePlan, type PlanId, promotionAt } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import { FILES_CONFIG, type FilesConfig } from '../files.config.js';
import type { Owner } from '../ownership/owner.js';
import { AccountPlan } from './account-plan.entity.js';

/** What owners may do, as billing told us last. */
@Injectable()
export class Plans {
  constructor(
    @Inject(FILES_CONFIG) private readonly config: FilesConfig,
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
