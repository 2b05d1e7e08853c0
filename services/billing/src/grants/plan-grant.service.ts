import { Inject, Injectable } from '@nestjs/common';
import { AppError, emailKey, type PlanId } from '@waybill/contracts';
import { LOGGER, type Logger, recordSecurityEvent } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { EntitlementService } from '../payments/entitlement.service.js';
import { grantedState } from '../subscriptions/subscription.policy.js';
import { SubscriptionRepository } from '../subscriptions/subscription.repository.js';

/** Grants plans on behalf of the operator. Granting `free` withdraws a grant. */
@Injectable()
export class PlanGrantService {
  constructor(
    private readonly database: DataSource,
    private readonly subscriptions: SubscriptionRepository,
    private readonly entitlements: EntitlementService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @param until end of the grant; null: no end
   * @returns the resulting plan. A better plan that the account pays for stays.
   * @throws AppError `billing.unknown-account`
   */
  grant(email: string, plan: PlanId, until: Date | null = null): Promise<PlanId> {
    return this.grantWhere({ emailKey: emailKey(email) }, plan, until, 'billing.unknown-account');
  }

  /** Like `grant`, without an end. @throws AppError `admin.person-not-found` */
  grantTo(userId: string, plan: PlanId): Promise<PlanId> {
    return this.grantWhere({ userId }, plan, null, 'admin.person-not-found');
  }

  private grantWhere(
    account: { readonly emailKey: string } | { readonly userId: string },
    plan: PlanId,
    until: Date | null,
    unknown: 'billing.unknown-account' | 'admin.person-not-found',
  ): Promise<PlanId> {
    return this.database.transaction(async (manager) => {
      const subscription = await this.subscriptions.findLocked(manager, account);
      if (!subscription) throw new AppError(unknown);
      const state = await this.entitlements.updateLocked(manager, subscription, grantedState(plan, until));
      recordSecurityEvent(this.logger, 'plan.granted', { accountId: subscription.userId });
      return state.plan;
    });
  }
}
