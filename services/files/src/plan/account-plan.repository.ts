import { Injectable } from '@nestjs/common';
import { accountKey, lockAgainstDeletion } from '@waybill/bus';
import type { PlanId } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';

/** Keeps files' projection of the plan of each account, from billing. */
@Injectable()
export class AccountPlanRepository {
  /** Ignores older versions, and plans of deleted accounts. */
  async apply(
    manager: EntityManager,
    { userId, plan, version }: { readonly userId: string; readonly plan: PlanId; readonly version: number },
  ): Promise<void> {
    if (!(await lockAgainstDeletion(manager, accountKey(userId)))) return;
    await manager.query(
      `INSERT INTO account_plans (user_id, plan, version) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET plan = excluded.plan, version = excluded.version
       WHERE account_plans.version < excluded.version`,
      [userId, plan, version],
    );
  }
}
