import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { getSubscription, type InputOf, type SubscriptionView } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { Subscription } from './subscription.entity.js';
import { freePlan } from './subscription.policy.js';
import { presentSubscription } from './subscription.presenter.js';

@Controller()
export class SubscriptionRequests {
  constructor(private readonly database: DataSource) {}

  /** Answers with the free plan for an account whose registration event has not arrived yet. */
  @Handles(getSubscription)
  async get({ userId }: InputOf<typeof getSubscription>): Promise<SubscriptionView> {
    const subscription = await this.database.manager.findOneBy(Subscription, { userId });
    return presentSubscription(subscription ?? freePlan);
  }
}
