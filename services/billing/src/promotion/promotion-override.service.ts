import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  type AdminPromotion,
  AppError,
  PROMOTION_SUBJECT,
  promotionAt,
  promotionChanged,
  promotionInForce,
  type PromotionOverride,
  type PromotionSettings,
} from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { BILLING_MODULE_OPTIONS, type BillingModuleOptions } from '../billing.module-options.js';

interface OverrideRow {
  readonly ends_at: Date | null;
  readonly replaces: Date | null;
  readonly message: string | null;
}

/** Reads the promotion in force, and lets administrators override the configured one. Publishes every override. */
@Injectable()
export class PromotionOverrideService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(BILLING_MODULE_OPTIONS) private readonly options: BillingModuleOptions,
  ) {}

  async current(): Promise<AdminPromotion> {
    const [row] = await this.database.query<OverrideRow[]>(
      'SELECT ends_at, replaces, message FROM promotion_override',
    );
    const override: PromotionOverride | null = row ? { ...row, endsAt: row.ends_at } : null;
    const promotion = promotionInForce(this.options.promotion, override);
    return {
      ...promotionAt(promotion, this.clock.now()),
      decidedBy: promotion === override ? 'administrator' : 'setting',
    };
  }

  /** @throws AppError `admin.promotion-in-past` */
  async start(endsAt: Date, message: string | null): Promise<AdminPromotion> {
    if (endsAt <= this.clock.now()) throw new AppError('admin.promotion-in-past');
    return this.override({ endsAt, message });
  }

  end(): Promise<AdminPromotion> {
    return this.override({ endsAt: null, message: null });
  }

  private async override({ endsAt, message }: PromotionSettings): Promise<AdminPromotion> {
    const replaces = this.options.promotion.endsAt;
    await this.database.transaction(async (manager) => {
      const [row] = await manager.query<{ version: number }[]>(
        `INSERT INTO promotion_override (ends_at, replaces, message, version) VALUES ($1, $2, $3, 1)
         ON CONFLICT (is_only) DO UPDATE SET ends_at = excluded.ends_at, replaces = excluded.replaces,
           message = excluded.message, version = promotion_override.version + 1
         RETURNING version`,
        [endsAt, replaces, message],
      );
      await this.outbox.add(manager, promotionChanged, PROMOTION_SUBJECT, {
        endsAt: endsAt?.toISOString() ?? null,
        replaces: replaces?.toISOString() ?? null,
        version: row?.version ?? 1,
      });
    });
    return this.current();
  }
}
