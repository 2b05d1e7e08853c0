import { effectivePlan, promotionAt, type User } from '@waybill/contracts';
import type { AuthModuleOptions } from '../auth.module-options.js';
import type { Account } from './account.entity.js';
import { isAdmin } from './admin.policy.js';

type UserSettings = Pick<
  AuthModuleOptions,
  'promotion' | 'defaultPlan' | 'adminEmails' | 'activationRequired'
>;

/** An account in the API's form (spec §3). `subscription` is the effective plan, promotion included. */
export function presentUser(account: Account, settings: UserSettings, now: Date): User {
  const { promotion, defaultPlan } = settings;
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    created_at: account.createdAt.toISOString(),
    subscription: effectivePlan(account.plan, defaultPlan, promotionAt(promotion, now).isActive),
    ...(isAdmin(account, settings) && { isAdmin: true as const }),
  };
}
