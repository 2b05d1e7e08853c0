import { randomInt, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, linkCodeRequested } from '@waybill/contracts';
import { Clock, SecurityLog } from '@waybill/service-kit';
import { DataSource, type EntityManager, In, MoreThan } from 'typeorm';
import { recordRefusals, type RefusalEvents } from '../access/record-refusals.js';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import type { Link } from '../link/link.entity.js';
import { LinkChallenge } from '../link/link-challenge.entity.js';
import { emailGateKey } from './email-gate.policy.js';
import { LinkCodeHash } from './link-code-hash.js';
import { type MailLimitKeys, CODE_TTL_MS, MAX_TRIES } from './link-code.limits.js';
import { LinkMailLimiterService } from './link-mail-limiter.service.js';
import { LinkMailToken } from './link-mail-token.js';

const refusals: RefusalEvents = {
  'links.incorrect-code': 'link-code.failed',
  'links.too-many-wrong-codes': 'link-code.locked',
};

/** A code that a visitor entered to prove an e-mail address. */
export interface CodeAttempt {
  readonly email: string;
  readonly code: string;
  /** Id of the challenge that the browser asked for. */
  readonly challenge: string | undefined;
  /** IP address of the client. */
  readonly address: string;
}

/** Called before a code or link of a mail is used up, once it proved right. An error keeps it valid. */
export type BeforeUse = () => Promise<void>;

/**
 * Proves that a visitor reads the mail of an address: a code of six digits is mailed there and typed back, or the link
 * in that mail is used. A challenge belongs to the browser that asked for it, so that a stranger can use up only the
 * tries of their own challenges.
 */
@Injectable()
export class LinkChallengesService {
  private readonly hashes: LinkCodeHash;
  private readonly tokens: LinkMailToken;

  constructor(
    @Inject(FILES_MODULE_OPTIONS) { tokenSecrets }: FilesModuleOptions,
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly limiter: LinkMailLimiterService,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {
    this.hashes = new LinkCodeHash(tokenSecrets);
    this.tokens = new LinkMailToken(tokenSecrets);
  }

  /** Mails a new code and link. @returns the id of the challenge. @throws AppError `links.too-many-codes` */
  async send(link: Link, ownerId: string, email: string, address: string): Promise<string> {
    const keys = limitKeysOf(link, email, address);
    await this.limiter.consumeMail(keys, ownerId);
    const code = (await this.limiter.allowsCode(keys)) ? String(randomInt(1_000_000)).padStart(6, '0') : '';
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + CODE_TTL_MS);
    const id = randomUUID();
    await this.database.transaction(async (manager) => {
      await manager.insert(LinkChallenge, {
        id,
        linkId: link.id,
        email,
        emailKey: keys.emailKey,
        tries: 0,
        unnamedTries: 0,
        codeHash: code === '' ? null : this.hashes.of(link.id, keys.emailKey, code),
        createdAt,
        expiresAt,
      });
      await this.outbox.add(manager, linkCodeRequested, link.id, {
        linkId: link.id,
        fileId: link.fileId,
        bundleId: link.bundleId,
        slug: link.slug,
        email,
        code,
        mailToken: this.tokens.issue(link.id, id),
        expiresAt: expiresAt.toISOString(),
      });
    });
    return id;
  }

  /** Redeems a code once. @throws AppError of `beforeUse`, `links.incorrect-code`, `links.too-many-wrong-codes` */
  async redeemCode(link: Link, attempt: CodeAttempt, beforeUse: BeforeUse): Promise<void> {
    await recordRefusals(this.securityLog, refusals, attempt.address, async () => {
      if (!(await this.tryCode(link, attempt, beforeUse))) throw new AppError('links.incorrect-code');
    });
  }

  /** @returns whether the code was right. @throws AppError `links.too-many-wrong-codes` */
  private async tryCode(
    link: Link,
    { email, code, challenge, address }: CodeAttempt,
    beforeUse: BeforeUse,
  ): Promise<boolean> {
    const keys = limitKeysOf(link, email, address);
    // Do not throw within the transaction for a wrong code: the rollback would undo the count of the try.
    return this.database.transaction(async (manager) => {
      const live = await this.lockLive(manager, keys);
      const own = live.find(({ id }) => id === challenge);
      // Without a challenge accept the code of any valid mail: a later mail for a stranger must not replace it.
      if (!own) await this.limiter.requireGuess(keys);
      const column = own ? 'tries' : 'unnamedTries';
      const compared = (own ? [own] : live).filter((one) => one.codeHash !== null && one[column] < MAX_TRIES);
      const right = compared.find(
        ({ codeHash }) => codeHash !== null && this.hashes.matches(codeHash, link.id, keys.emailKey, code),
      );
      if (right) {
        await beforeUse();
        await manager.delete(LinkChallenge, { id: right.id });
        return true;
      }
      if (compared.length === 0) return false;
      await manager.increment(LinkChallenge, { id: In(compared.map(({ id }) => id)) }, column, 1);
      await this.limiter.countWrong(keys, compared.length);
      return false;
    });
  }

  /**
   * Redeems the link of a mail once, regardless of wrong codes.
   * @returns the e-mail address of the mail
   * @throws AppError of `beforeUse`, `links.mail-link-used`
   */
  async redeemMail(link: Link, mailToken: string, beforeUse: BeforeUse): Promise<string> {
    const id = this.tokens.challengeOf(mailToken, link.id);
    const email =
      id === null ? null : await this.database.transaction((manager) => this.take(manager, id, beforeUse));
    if (email === null) throw new AppError('links.mail-link-used');
    return email;
  }

  private async take(manager: EntityManager, id: string, beforeUse: BeforeUse): Promise<string | null> {
    const where = { id, expiresAt: MoreThan(this.clock.now()) };
    const found = await manager.findOne(LinkChallenge, { where, lock: { mode: 'pessimistic_write' } });
    if (!found) return null;
    await beforeUse();
    await manager.delete(LinkChallenge, { id });
    return found.email;
  }

  private lockLive(
    manager: EntityManager,
    { linkId, emailKey: key }: MailLimitKeys,
  ): Promise<LinkChallenge[]> {
    return manager.find(LinkChallenge, {
      where: { linkId, emailKey: key, expiresAt: MoreThan(this.clock.now()) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }
}

function limitKeysOf({ id }: Link, email: string, address: string): MailLimitKeys {
  return { linkId: id, emailKey: emailGateKey(email), address };
}
