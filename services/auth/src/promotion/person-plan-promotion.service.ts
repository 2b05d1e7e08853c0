import { Inject, Injectable } from '@nestjs/common';
import { promotionInForce } from '@waybill/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions } from '../auth.module-options.js';

/** The promotion in force, for the plans of persons: that of the settings, or what an administrator decided. */
@Injectable()
export class PersonPlanPromotionService {
  constructor(
    private readonly database: DataSource,
    @Inject(AUTH_MODULE_OPTIONS) private readonly options: AuthModuleOptions,
  ) {}

  /** The settings, with the promotion in force. Read from the table each time: every replica answers the same. */
  async settings(manager: EntityManager = this.database.manager): Promise<AuthModuleOptions> {
    const [row] = await manager.query<{ endsAt: Date | null; replaces: Date | null }[]>(
      'SELECT ends_at AS "endsAt", replaces FROM promotion_override',
    );
    const promotion = promotionInForce(this.options.promotion, row ? { ...row, message: null } : null);
    return { ...this.options, promotion };
  }
}
