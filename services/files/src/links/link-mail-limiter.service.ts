import { Injectable } from '@nestjs/common';
import { AppError, type ErrorCode } from '@waybill/contracts';
import { isSharedAddress, type LimitState, RateLimiter } from '@waybill/redis';
import { type MailLimitKeys, codesPerLink, mailLimits, wrongCodeLimits } from './link-code.limits.js';

/** Rate limiter of mails that prove addresses for links, and of wrong codes. */
@Injectable()
export class LinkMailLimiterService {
  constructor(private readonly limiter: RateLimiter) {}

  /** Consumes a point of every limit, or none if one is reached. @throws AppError `links.too-many-codes` */
  async consumeMail(keys: MailLimitKeys, ownerId: string): Promise<void> {
    const counters = mailLimits(keys, ownerId, isSharedAddress(keys.address));
    requireAllowed(await this.limiter.consumeAll(counters), 'links.too-many-codes');
  }

  /** Whether a new mail may contain a code. Consumes a point of `codesPerLink`, unless too many codes were wrong. */
  async allowsCode(keys: MailLimitKeys): Promise<boolean> {
    if (!(await this.limiter.peekAll(wrongCodeLimits(keys))).allowed) return false;
    return (await this.limiter.consume(codesPerLink, keys.linkId)).allowed;
  }

  /** @throws AppError `links.too-many-wrong-codes` */
  async requireGuess(keys: MailLimitKeys): Promise<void> {
    requireAllowed(await this.limiter.peekAll(wrongCodeLimits(keys)), 'links.too-many-wrong-codes');
  }

  /** @param codes number of mailed codes that the wrong code was compared with */
  async countWrong(keys: MailLimitKeys, codes: number): Promise<void> {
    await Promise.all(wrongCodeLimits(keys).map(([limit, key]) => this.limiter.consume(limit, key, codes)));
  }
}

function requireAllowed({ allowed, retryAfterSeconds }: LimitState, code: ErrorCode): void {
  if (!allowed) throw new AppError(code, undefined, { retryAfterSeconds });
}
