import { Injectable } from '@nestjs/common';
import { AppError, type ErrorCode } from '@waybill/contracts';
import { isSharedAddress, type LimitedKey, RateLimiter } from '@waybill/redis';
import { type MailLimitKeys, codesPerLink, mailLimits, wrongCodeLimits } from './link-code.limits.js';

/** Rate limiter of mails that prove addresses for links, and of wrong codes. */
@Injectable()
export class LinkMailLimiterService {
  constructor(private readonly limiter: RateLimiter) {}

  /** Consumes a point of every limit, or none if one is reached. @throws AppError `links.too-many-codes` */
  async consumeMail(keys: MailLimitKeys, ownerId: string): Promise<void> {
    const counters = mailLimits(keys, ownerId, isSharedAddress(keys.address));
    // Peek first: a refused mail must not consume points that other networks need.
    await this.requireAllowed('peek', counters, 'links.too-many-codes');
    await this.requireAllowed('consume', counters, 'links.too-many-codes');
  }

  /** Whether a new mail may contain a code. Consumes a point of `codesPerLink`, unless too many codes were wrong. */
  async allowsCode(keys: MailLimitKeys): Promise<boolean> {
    const states = wrongCodeLimits(keys).map(([limit, key]) => this.limiter.peek(limit, key));
    if (!(await Promise.all(states)).every(({ allowed }) => allowed)) return false;
    return (await this.limiter.consume(codesPerLink, keys.linkId)).allowed;
  }

  /** @throws AppError `links.too-many-wrong-codes` */
  async requireGuess(keys: MailLimitKeys): Promise<void> {
    await this.requireAllowed('peek', wrongCodeLimits(keys), 'links.too-many-wrong-codes');
  }

  /** @param codes number of mailed codes that the wrong code was compared with */
  async countWrong(keys: MailLimitKeys, codes: number): Promise<void> {
    await Promise.all(wrongCodeLimits(keys).map(([limit, key]) => this.limiter.consume(limit, key, codes)));
  }

  private async requireAllowed(
    step: 'peek' | 'consume',
    counters: readonly LimitedKey[],
    code: ErrorCode,
  ): Promise<void> {
    const states = await Promise.all(counters.map(([limit, key]) => this.limiter[step](limit, key)));
    if (states.every(({ allowed }) => allowed)) return;
    const retryAfterSeconds = Math.max(...states.map((state) => state.retryAfterSeconds));
    throw new AppError(code, undefined, { retryAfterSeconds });
  }
}
