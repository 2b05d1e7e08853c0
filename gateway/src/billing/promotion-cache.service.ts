import { Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { Cache } from '@waybill/redis';
import { getPromotion, type Promotion, promotionSchema } from '@waybill/contracts';
import { countLookups } from '@waybill/service-kit';

const KEY = 'promotion';
/** Time that an ended promotion may still be shown, in ms. What it grants is not decided by this cache. */
const TTL_MS = 2_000;

/** Caches the current promotion, which every page of every visitor requests. */
@Injectable()
export class PromotionCacheService {
  private readonly lookups = countLookups('promotion');

  constructor(
    private readonly cache: Cache,
    private readonly bus: Bus,
  ) {}

  async current(): Promise<Promotion> {
    const text = await this.cache.get(KEY);
    const cached = text === null ? undefined : promotionSchema.safeParse(JSON.parse(text)).data;
    if (cached) {
      this.lookups.hit();
      return cached;
    }
    this.lookups.miss();
    const promotion = await this.bus.request(getPromotion, {});
    await this.cache.set(KEY, JSON.stringify(promotion), TTL_MS);
    return promotion;
  }

  /** Replaces the cached promotion. Must be called after a change, so that every replica shows it immediately. */
  async replace(promotion: Promotion): Promise<void> {
    await this.cache.set(KEY, JSON.stringify(promotionSchema.parse(promotion)), TTL_MS);
  }
}
