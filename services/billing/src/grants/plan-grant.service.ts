import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, emailKey, type PlanId } from '@waybill/contracts';
import { LOGGER, type Logger, recordSecurityEvent } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { EntitlementService } from '../payments/entitlement.service.js';
import { grantedState } from '../subscriptions/subscription.policy.js';
import { SubscriptionRepository } from '../subscriptions/subscription.repository.js';

const REGISTRATION_ATTEMPTS = 10;
const REGISTRATION_INTERVAL_MS = 200;

/** The resulting plan, and the version of the event that publishes it. */
interface GrantedPlan {
  readonly plan: PlanId;
  readonly version: number;
}

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
  async grant(email: string, plan: PlanId, until: Date | null = null): Promise<PlanId> {
    const granted = await this.grantWhere({ emailKey: emailKey(email) }, plan, until);
    if (!granted) throw new AppError('billing.unknown-account');
    return granted.plan;
  }

  /**
   * Like `grant`, by account id and without an end. Waits for the registration event of the account, which an
   * administrator can overtake.
   * @throws AppError `admin.person-not-found` if the event does not arrive in time
   */
  async grantTo(userId: string, plan: PlanId): Promise<GrantedPlan> {
    for (let attempt = 1; attempt <= REGISTRATION_ATTEMPTS; attempt++) {
      const granted = await this.grantWhere({ userId }, plan, null);
      if (granted) return granted;
      await sleep(REGISTRATION_INTERVAL_MS);
    }
    throw new AppError('admin.person-not-found');
  }

  private grantWhere(
    account: { readonly emailKey: string } | { readonly userId: string },
    plan: PlanId,
    until: Date | null,
  ): Promise<GrantedPlan | null> {
    return this.database.transaction(async (manager) => {
      const subscription = await this.subscriptions.findLocked(manager, account);
      if (!subscription) return null;
      const { state, version } = await this.entitlements.updateLocked(
        manager,
        subscription,
        grantedState(plan, until),
      );
      recordSecurityEvent(this.logger, 'plan.granted', { accountId: subscription.userId });
      return { plan: state.plan, version };
    });
  }
}
