import { effectivePlan, type Person, promotionAt } from '@waybill/contracts';
import type { Account } from '../accounts/account.entity.js';
import { isAdmin } from '../accounts/admin.policy.js';
import type { AuthModuleOptions } from '../auth.module-options.js';

/** An account in the form for administrators. */
export function presentPerson(
  account: Account,
  lastSeenAt: Date | null,
  settings: AuthModuleOptions,
  now: Date,
): Person {
  const { promotion, defaultPlan } = settings;
  const { id, name, email, plan, createdAt, activatedAt, suspendedAt } = account;
  return {
    id,
    name,
    email,
    createdAt: createdAt.toISOString(),
    activatedAt: activatedAt?.toISOString() ?? null,
    suspendedAt: suspendedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    plan,
    subscription: effectivePlan(plan, defaultPlan, promotionAt(promotion, now).isActive),
    isAdmin: isAdmin(account, settings),
  };
}
