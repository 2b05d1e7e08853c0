import { Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { Cache } from '@waybill/cache';
import { getPromotion, type Promotion, promotionSchema } from '@waybill/contracts';
import { countLookups } from '@waybill/service-kit';

const KEY = 'promotion';
/** How much longer than it runs a promotion may be advertised. What it gives is decided by the services alone. */
const BELIEVED_MS = 2_000;

/** The promotion, asked of billing once in a moment and not for every visitor of every page. */
@Injectable()
export class PromotionCacheService {
  private readonly lookups = countLookups('promotion');

  constructor(
    private readonly cache: Cache,
    private readonly bus: Bus,
  ) {}

  async current(): Promise<Promotion> {
    const text = await this.cache.get(KEY);
    const known = text === null ? undefined : promotionSchema.safeParse(JSON.parse(text)).data;
    if (known) {
      this.lookups.hit();
      return known;
    }
    this.lookups.miss();
    const promotion = await this.bus.request(getPromotion, {});
    await this.cache.set(KEY, JSON.stringify(promotion), BELIEVED_MS);
    return promotion;
  }
}
