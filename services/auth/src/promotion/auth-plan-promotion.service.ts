import { Inject, Injectable } from '@nestjs/common';
import { promotionInForce } from '@waybill/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions } from '../auth.module-options.js';

/**
 * Determines the promotion in force, which can improve the plans of accounts: the override by an administrator, or else
 * the configured promotion.
 */
@Injectable()
export class AuthPlanPromotionService {
  constructor(
    private readonly database: DataSource,
    @Inject(AUTH_MODULE_OPTIONS) private readonly options: AuthModuleOptions,
  ) {}

  /** The options of the module, with the promotion in force. Reads the row each time, so that all replicas agree. */
  async optionsInForce(manager: EntityManager = this.database.manager): Promise<AuthModuleOptions> {
    const [row] = await manager.query<{ endsAt: Date | null; replaces: Date | null }[]>(
      'SELECT ends_at AS "endsAt", replaces FROM promotion_override',
    );
    const promotion = promotionInForce(this.options.promotion, row ? { ...row, message: null } : null);
    return { ...this.options, promotion };
  }
}
