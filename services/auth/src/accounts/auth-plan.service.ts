import { Injectable } from '@nestjs/common';
import type { PlanId } from '@waybill/contracts';
import { type EntityManager, LessThan } from 'typeorm';
import { Account } from './account.entity.js';

/** Keeps auth's projection of the plan of each account, from billing. */
@Injectable()
export class AuthPlanService {
  /** Applies a change of billing. Older versions that arrive late are ignored. */
  async apply(
    manager: EntityManager,
    { userId, plan, version }: { readonly userId: string; readonly plan: PlanId; readonly version: number },
  ): Promise<void> {
    await manager.update(
      Account,
      { id: userId, planVersion: LessThan(version) },
      { plan, planVersion: version },
    );
  }
}
