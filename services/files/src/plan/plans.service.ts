import { Inject, Injectable } from '@nestjs/common';
import { accountKey, keyHashOf, wasDeleted } from '@waybill/bus';
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
  readonly isDeleted: boolean;
}

/** Plan in force of an account. */
interface AccountStanding {
  readonly plan: PlanId;
  readonly isDeleted: boolean;
}

/** A single query for plans and promotion, because every upload runs it. */
const PLANS_OF_ACCOUNTS = `
  SELECT account.id AS "userId", account_plans.plan,
    promotion_override.is_only IS NOT NULL AS "isOverridden",
    promotion_override.ends_at AS "endsAt", promotion_override.replaces,
    ${wasDeleted('account.key_hash')} AS "isDeleted"
  FROM unnest($1::uuid[], $2::bytea[]) AS account (id, key_hash)
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
    return planOfOwner(owner, await this.standingsOf(manager, [owner]));
  }

  /** Limits of many owners, in their order. */
  async limitsOfAll(manager: EntityManager, owners: readonly Owner[]): Promise<PlanLimits[]> {
    const standings = await this.standingsOf(manager, owners);
    return owners.map((owner) => this.limitsOfPlan(planOfOwner(owner, standings)));
  }

  /**
   * Like `limitsOfAll`, before the owners create something: null for an account that was deleted. The caller has locked
   * the owners (`lockOwners`). A deletion marks the account and then takes the same lock. So either the mark is seen
   * here, or the deletion sees the new rows.
   */
  async limitsUnlessDeleted(
    manager: EntityManager,
    owners: readonly Owner[],
  ): Promise<(PlanLimits | null)[]> {
    const standings = await this.standingsOf(manager, owners);
    return owners.map((owner) =>
      standings.get(owner.userId ?? '')?.isDeleted ? null : this.limitsOfPlan(planOfOwner(owner, standings)),
    );
  }

  /** By id of the account. Anonymous owners have none. */
  private async standingsOf(
    manager: EntityManager,
    owners: readonly Owner[],
  ): Promise<ReadonlyMap<string, AccountStanding>> {
    const userIds = [...new Set(owners.flatMap(({ userId }) => userId ?? []))];
    if (userIds.length === 0) return new Map();
    const rows = await manager.query<PlanRow[]>(PLANS_OF_ACCOUNTS, [
      userIds,
      userIds.map((userId) => keyHashOf(accountKey(userId))),
    ]);
    return new Map(rows.map((row) => [row.userId, { plan: this.effective(row), isDeleted: row.isDeleted }]));
  }

  private effective({ plan, isOverridden, endsAt, replaces }: PlanRow): PlanId {
    const override = isOverridden ? { endsAt, replaces, message: null } : null;
    const promotion = promotionInForce(this.options.promotion, override);
    const { isActive } = promotionAt(promotion, this.clock.now());
    return effectivePlan(plan ?? 'free', this.options.defaultPlan, isActive);
  }
}

function planOfOwner({ userId }: Owner, standings: ReadonlyMap<string, AccountStanding>): PlanId {
  return standings.get(userId ?? '')?.plan ?? 'free';
}
