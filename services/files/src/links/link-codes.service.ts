import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, emailKey, linkCodeRequested } from '@waybill/contracts';
import { isSharedAddress, type LimitState, RateLimiter } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { isExpired } from '../file/expiry.policy.js';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import type { Link } from '../link/link.entity.js';
import { LinkCode } from '../link/link-code.entity.js';
import { LinkCodeHash } from './link-code-hash.js';
import {
  CODE_TTL_MS,
  codesPerLink,
  codesPerLinkAndEmail,
  codesPerNetwork,
  MAX_TRIES,
} from './link-code.limits.js';

/** Proves that a visitor reads the mail of an address: a code of six digits is mailed there and typed back. */
@Injectable()
export class LinkCodesService {
  private readonly hashes: LinkCodeHash;

  constructor(
    @Inject(FILES_MODULE_OPTIONS) options: FilesModuleOptions,
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {
    this.hashes = new LinkCodeHash(options.tokenSecrets);
  }

  /** Mails a new code, which replaces the last one. @throws AppError `links.too-many-codes` */
  async send(link: Link, email: string, address: string): Promise<void> {
    const key = emailKey(email);
    if (!isSharedAddress(address))
      requireAllowed(await this.limiter.consumeForNetwork(codesPerNetwork, address));
    requireAllowed(await this.limiter.consume(codesPerLinkAndEmail, `${link.id} ${key}`));
    requireAllowed(await this.limiter.consume(codesPerLink, link.id));
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const expiresAt = new Date(this.clock.now().getTime() + CODE_TTL_MS);
    await this.database.transaction(async (manager) => {
      const codeHash = this.hashes.of(link.id, key, code);
      await manager.upsert(LinkCode, { linkId: link.id, emailKey: key, codeHash, tries: 0, expiresAt }, [
        'linkId',
        'emailKey',
      ]);
      await this.outbox.add(manager, linkCodeRequested, link.id, {
        ...{ linkId: link.id, fileId: link.fileId, bundleId: link.bundleId, slug: link.slug },
        ...{ email, code, expiresAt: expiresAt.toISOString() },
      });
    });
  }

  /** Redeems a code once. @throws AppError `links.incorrect-code` */
  async redeem(link: Link, email: string, code: string): Promise<void> {
    const key = { linkId: link.id, emailKey: emailKey(email) };
    // The transaction must not fail for a wrong code: it would undo the count of the try.
    const isRight = await this.database.transaction(async (manager) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const sent = await manager.findOne(LinkCode, { where: key, lock });
      if (!sent || sent.tries >= MAX_TRIES || isExpired(sent.expiresAt, this.clock.now())) return false;
      if (this.hashes.matches(sent.codeHash, link.id, key.emailKey, code)) {
        await manager.delete(LinkCode, key);
        return true;
      }
      await manager.increment(LinkCode, key, 'tries', 1);
      return false;
    });
    if (!isRight) throw new AppError('links.incorrect-code');
  }
}

function requireAllowed({ allowed, retryAfterSeconds }: LimitState): void {
  if (!allowed) throw new AppError('links.too-many-codes', undefined, { retryAfterSeconds });
}
