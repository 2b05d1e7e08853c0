import { effectivePlan, promotionAt, type User } from '@waybill/contracts';
import type { PromotionSettings } from '../auth.module-options.js';
import type { Account } from './account.entity.js';

/** An account in the API's form (spec §3). `subscription` is the effective plan, promotion included. */
export function presentUser(account: Account, promotion: PromotionSettings, now: Date): User {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    created_at: account.createdAt.toISOString(),
    subscription: effectivePlan(account.plan, promotionAt(promotion, now).isActive),
  };
}
