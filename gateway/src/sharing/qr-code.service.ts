import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { AppError, type OutputOf, renderQrCode } from '@waybill/contracts';
import { RateLimiter } from '@waybill/redis';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { TRAFFIC_LIMITS, type TrafficLimits } from '../limits/traffic.limits.js';
import type { SharedTarget } from './shared-targets.service.js';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';

/** Maximum number of cached codes, of some 10 KB each. */
const MAX_CACHED = 200;

type Format = 'png' | 'svg';
type QrCode = OutputOf<typeof renderQrCode>;

/** A target, with the id of its file, bundle or link. */
interface DrawnTarget extends SharedTarget {
  readonly id: string;
}

/** Caches QR codes, which take long to draw and never change, and limits how many a network may have drawn. */
@Injectable()
export class QrCodeService {
  private readonly cache = new LRUCache<string, QrCode>({ max: MAX_CACHED });

  constructor(
    private readonly bus: Bus,
    private readonly limiter: RateLimiter,
    @Inject(TRAFFIC_LIMITS) private readonly limits: TrafficLimits,
    @Inject(GATEWAY_MODULE_OPTIONS) private readonly options: GatewayModuleOptions,
  ) {}

  /** Entity tag of a code, without drawing it: the code depends on the address and the format alone. */
  etag(target: DrawnTarget, format: Format): string {
    const source = `${this.options.publicUrl.origin} ${keyOf(target, format)}`;
    return `"${createHash('sha256').update(source).digest('base64url').slice(0, 27)}"`;
  }

  /** @throws AppError `request.too-many` when the client's network had too many codes drawn */
  async get(target: DrawnTarget, format: Format, address: string): Promise<QrCode> {
    const key = keyOf(target, format);
    const cached = this.cache.get(key);
    if (cached) return cached;
    const { allowed, retryAfterSeconds } = await this.limiter.consumeForNetwork(this.limits.qrCodes, address);
    if (!allowed) throw new AppError('request.too-many', undefined, { retryAfterSeconds });
    const code = await this.bus.request(renderQrCode, {
      fileId: target.id,
      kind: target.kind,
      format,
      ...(target.slug !== undefined && { slug: target.slug }),
    });
    this.cache.set(key, code);
    return code;
  }
}

function keyOf({ kind, id, slug }: DrawnTarget, format: Format): string {
  return `${kind} ${id} ${slug ?? ''} ${format}`;
}
