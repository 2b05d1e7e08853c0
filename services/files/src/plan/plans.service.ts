import { Inject, Injectable } from '@nestjs/common';
import {
  effectivePlan,
  type PlanId,
  type PlanLimits,
  promotionAt,
  promotionInForce,
} from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import type { Owner } from '../owner/owner.js';

/** An account's plan, with the override of the promotion by an administrator. */
interface PlanRow {
  readonly userId: string;
  readonly plan: PlanId | null;
  readonly isOverridden: boolean;
  readonly endsAt: Date | null;
  readonly replaces: Date | null;
}

/** A single query for plans and promotion, because every upload runs it. */
const PLANS_OF_ACCOUNTS = `
  SELECT account.id AS "userId", account_plans.plan,
    promotion_override.is_only IS NOT NULL AS "isOverridden",
    promotion_override.ends_at AS "endsAt", promotion_override.replaces
  FROM unnest($1::uuid[]) AS account (id)
  LEFT JOIN account_plans ON account_plans.user_id = account.id
  LEFT JOIN promotion_override ON true`;

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
    return (await this.plansOf(manager, [owner]))[0] ?? 'free';
  }

  /** Limits of many owners, in their order. */
  async limitsOfAll(manager: EntityManager, owners: readonly Owner[]): Promise<PlanLimits[]> {
    return (await this.plansOf(manager, owners)).map((plan) => this.limitsOfPlan(plan));
  }

  private async plansOf(manager: EntityManager, owners: readonly Owner[]): Promise<PlanId[]> {
    const userIds = [...new Set(owners.flatMap(({ userId }) => userId ?? []))];
    if (userIds.length === 0) return owners.map(() => 'free');
    const rows = await manager.query<PlanRow[]>(PLANS_OF_ACCOUNTS, [userIds]);
    const effective = new Map(rows.map((row) => [row.userId, this.effective(row)]));
    return owners.map(({ userId }) => effective.get(userId ?? '') ?? 'free');
  }

  private effective({ plan, isOverridden, endsAt, replaces }: PlanRow): PlanId {
    const override = isOverridden ? { endsAt, replaces, message: null } : null;
    const promotion = promotionInForce(this.options.promotion, override);
    const { isActive } = promotionAt(promotion, this.clock.now());
    return effectivePlan(plan ?? 'free', this.options.defaultPlan, isActive);
  }
}
