import { Controller, UseGuards } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type AdminPromotion, endPromotion, getAdminPromotion, startPromotion } from '@waybill/contracts';
import { adminPromotionRoutes } from '@waybill/contracts/http';
import { PromotionCacheService } from '../billing/promotion-cache.service.js';
import { Route } from '../http/route.decorator.js';
import { type BodyOf, ValidBody } from '../http/valid.decorator.js';
import { AdminGuard } from './admin.guard.js';
import { CurrentAdministrator } from './administrator.decorator.js';
import { type Administrator, type AuditedAction, AuditService } from './audit.service.js';

/** The promotion for administrators. */
@Controller()
@UseGuards(AdminGuard)
export class AdminPromotionController {
  constructor(
    private readonly bus: Bus,
    private readonly audit: AuditService,
    private readonly promotions: PromotionCacheService,
  ) {}

  @Route('GET /api/admin/promotion', adminPromotionRoutes.getPromotion)
  get(): Promise<AdminPromotion> {
    return this.bus.request(getAdminPromotion, {});
  }

  @Route('PUT /api/admin/promotion', adminPromotionRoutes.startPromotion)
  start(
    @CurrentAdministrator() administrator: Administrator,
    @ValidBody(adminPromotionRoutes.startPromotion) form: BodyOf<typeof adminPromotionRoutes.startPromotion>,
  ): Promise<AdminPromotion> {
    const action = { action: 'promotion.start', subject: null, detail: form.endDate } as const;
    return this.change(administrator, action, () => this.bus.request(startPromotion, form));
  }

  @Route('DELETE /api/admin/promotion', adminPromotionRoutes.endPromotion)
  async end(@CurrentAdministrator() administrator: Administrator): Promise<void> {
    const action = { action: 'promotion.end', subject: null } as const;
    await this.change(administrator, action, () => this.bus.request(endPromotion, {}));
  }

  private change(
    administrator: Administrator,
    action: AuditedAction,
    request: () => Promise<AdminPromotion>,
  ): Promise<AdminPromotion> {
    return this.audit.perform(administrator, action, async () => {
      const promotion = await request();
      await this.promotions.replace(promotion);
      return promotion;
    });
  }
}
