import { Inject, Injectable } from '@nestjs/common';
import { effectivePlan, type PlanId, type PlanLimits, promotionAt } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { type EntityManager, In } from 'typeorm';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import type { Owner } from '../owner/owner.js';
import { AccountPlan } from './account-plan.entity.js';

/** Plans of owners. */
@Injectable()
export class PlansService {
  constructor(
    @Inject(FILES_MODULE_OPTIONS) private readonly options: FilesModuleOptions,
    private readonly clock: Clock,
  ) {}

  /** Limits of the owner's plan on this installation. */
  async limitsOf(manager: EntityManager, owner: Owner): Promise<PlanLimits> {
    return this.limitsOfPlan(await this.planOf(manager, owner));
  }

  limitsOfPlan(plan: PlanId): PlanLimits {
    return this.options.planLimits[plan];
  }

  /** Free for a browser. For an account the effective plan (spec §6). */
  async planOf(manager: EntityManager, owner: Owner): Promise<PlanId> {
    if (owner.userId === null) return 'free';
    const account = await manager.findOneBy(AccountPlan, { userId: owner.userId });
    return this.effective(account);
  }

  /** Limits of many owners, in their order. */
  async limitsOfAll(manager: EntityManager, owners: readonly Owner[]): Promise<PlanLimits[]> {
    const userIds = [...new Set(owners.flatMap(({ userId }) => userId ?? []))];
    const accounts = userIds.length === 0 ? [] : await manager.findBy(AccountPlan, { userId: In(userIds) });
    const byUser = new Map(accounts.map((account) => [account.userId, account]));
    return owners.map(({ userId }) =>
      this.limitsOfPlan(userId === null ? 'free' : this.effective(byUser.get(userId) ?? null)),
    );
  }

  private effective(account: AccountPlan | null): PlanId {
    const { isActive } = promotionAt(this.options.promotion, this.clock.now());
    return effectivePlan(account?.plan ?? 'free', this.options.defaultPlan, isActive);
  }
}
