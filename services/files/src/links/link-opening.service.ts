import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  fieldMessages,
  type getLink,
  type InputOf,
  type LinkNeeds,
  type openLink,
  type OutputOf,
  type PublicLink,
} from '@waybill/contracts';
import { isForeignKeyViolation } from '@waybill/database';
import { isSharedAddress, type Limit, networkTiers, RateLimiter } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { OpenedLinksService } from '../access/opened-links.service.js';
import { VerificationTokensService, linkSubject } from '../access/verification-tokens.service.js';
import { VERIFICATION_TTL_MS } from '../access/verification-tokens.js';
import { PasswordAttemptsService } from '../access/password-attempts.service.js';
import { totalsOf } from '../bundle/bundle-contents.js';
import { ExpiredLinkTarget } from '../link/expired-link-target.entity.js';
import { slugHashOf } from '../link/keep-expired-slugs.js';
import { Link } from '../link/link.entity.js';
import type { OpenedLink } from '../link/link-lookup.service.js';
import { LinkSession } from '../link/link-session.entity.js';
import { isEmailAllowed } from './email-gate.policy.js';
import { openingsPerLink, openingsPerLinkAndNetwork } from './link-opening.limits.js';
import { LinkChallengesService } from './link-challenges.service.js';
import { type OpenedTarget, OpenedTargetsService, ownerIdOf } from './opened-targets.service.js';

type Form = InputOf<typeof openLink>['form'];

/** Lets visitors through the gates of a link. */
@Injectable()
export class LinkOpeningService {
  constructor(
    private readonly database: DataSource,
    private readonly openedLinks: OpenedLinksService,
    private readonly targets: OpenedTargetsService,
    private readonly tokens: VerificationTokensService,
    private readonly passwords: PasswordAttemptsService,
    private readonly challenges: LinkChallengesService,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /** Shows a link without counting a visit. @throws AppError of a link that ended, and of its target */
  async show({ slug, token }: InputOf<typeof getLink>): Promise<PublicLink> {
    const link = await this.find(slug);
    const proven = await this.openedLinks.provenBy(token);
    const opened = proven?.link.id === link.id ? proven : unproven(link);
    const needs = opened.session === null ? needsOf(link) : nothing;
    const isOpen = !Object.values(needs).includes(true);
    const target = await this.targets.open(opened, isOpen ? 'details' : 'metadata');
    const view = isOpen ? await this.targets.view(target, null) : null;
    return { needs, target: view, allowDownload: link.allowDownload, isOpened: opened.session !== null };
  }

  /** @throws AppError `links.not-found`, and of a link that ended */
  async slugOf(linkId: string): Promise<string> {
    const link = await this.database.manager.findOneBy(Link, { id: linkId });
    if (!link) throw new AppError('links.not-found');
    await this.targets.open(unproven(link), 'metadata');
    return link.slug;
  }

  /**
   * Passes the gates in order: password, e-mail address, its proof. A proof is used up only once no limit can refuse.
   * @throws AppError of the first gate that refuses, `files.too-many-attempts`
   */
  async open({
    slug,
    caller,
    form,
    visit,
    maxFiles,
  }: InputOf<typeof openLink>): Promise<OutputOf<typeof openLink>> {
    const link = await this.find(slug);
    const closed = await this.targets.open(unproven(link), 'metadata');
    if (await this.hasMoreFiles(closed, maxFiles)) return { opened: null, challenge: null, isTooLarge: true };
    await this.passPassword(link, form, caller.address);
    const gate = await this.passEmail(link, form, caller.address, closed);
    if ('challenge' in gate) return { opened: null, challenge: gate.challenge };
    const { email } = gate;
    const session = {
      id: randomUUID(),
      linkId: link.id,
      email,
      visitId: visit.id,
      openedAt: this.clock.now(),
    };
    const target = await this.targets.open({ link, session, mayResume: false }, 'details');
    const origin = { linkId: link.id, ...(email !== null && { email }) };
    const facts = { ...visit, ...origin, address: caller.address };
    const visitId = await this.targets.recordVisit(target, caller, facts);
    await this.unlessDeleted(link, () => this.database.manager.insert(LinkSession, { ...session, visitId }));
    const token = this.tokens.issue(linkSubject(link, session.id), VERIFICATION_TTL_MS);
    const view = await this.targets.view(target, caller);
    const { allowDownload } = link;
    return { opened: { token, target: view, allowDownload, visit: visitId }, challenge: null };
  }

  private async hasMoreFiles(target: OpenedTarget, maxFiles: number | undefined): Promise<boolean> {
    if (maxFiles === undefined || target.kind === 'file') return false;
    const { id } = target.access.bundle;
    return (await totalsOf(this.database.manager, id, this.clock.now())).fileCount > maxFiles;
  }

  /**
   * Bounds the rows that a caller can write by opening a link again and again. Shared addresses are not limited: behind
   * a proxy without TRUST_PROXY, all clients have the same address.
   * @throws AppError `files.too-many-attempts`
   */
  private async limitOpenings({ id }: Link, address: string): Promise<void> {
    if (isSharedAddress(address)) return;
    const limits: [Limit, string][] = [
      ...networkTiers(openingsPerLinkAndNetwork, address).map(([limit, network]): [Limit, string] => [
        limit,
        `${id} ${network}`,
      ]),
      [openingsPerLink, id],
    ];
    for (const [limit, key] of limits) {
      const { allowed, retryAfterSeconds } = await this.limiter.consume(limit, key);
      if (!allowed) throw new AppError('files.too-many-attempts', undefined, { retryAfterSeconds });
    }
  }

  /** Stores something of the link. @throws AppError of `find` if the link was deleted since it was found */
  private async unlessDeleted<T>({ slug }: Link, store: () => Promise<T>): Promise<T> {
    try {
      return await store();
    } catch (error) {
      if (isForeignKeyViolation(error)) await this.find(slug);
      throw error;
    }
  }

  /** @throws AppError `links.not-found`, `links.expired` if its target expired */
  private async find(slug: string): Promise<Link> {
    const link = await this.database.manager.findOneBy(Link, { slug });
    if (link) return link;
    const isExpired = await this.database.manager.existsBy(ExpiredLinkTarget, { slugHash: slugHashOf(slug) });
    throw new AppError(isExpired ? 'links.expired' : 'links.not-found');
  }

  private async passPassword(link: Link, { password }: Form, address: string): Promise<void> {
    if (link.passwordHash === null) return;
    if (password === undefined || password === '') throw new AppError('files.password-required');
    const { id, gateVersion, passwordHash } = link;
    await this.passwords.verify({ id, passwordVersion: gateVersion }, passwordHash, password, address);
  }

  /** @returns the e-mail address of the visitor, null if the link asks for none; or the challenge that was mailed */
  private async passEmail(
    link: Link,
    { email: given, code, challenge, mailToken }: Form,
    address: string,
    target: OpenedTarget,
  ): Promise<{ readonly email: string | null } | { readonly challenge: string }> {
    const limit = () => this.limitOpenings(link, address);
    if (link.requireEmail && mailToken !== undefined) {
      return { email: requireAllowedEmail(link, await this.challenges.redeemMail(link, mailToken, limit)) };
    }
    const email = link.requireEmail ? requireAllowedEmail(link, given) : null;
    if (email === null || !link.verifyEmail) {
      await limit();
      return { email };
    }
    if (code === undefined) {
      const ownerId = ownerIdOf(target);
      const send = () => this.challenges.send(link, ownerId, email, address);
      return { challenge: await this.unlessDeleted(link, send) };
    }
    await this.challenges.redeemCode(link, { email, code, challenge, address }, limit);
    return { email };
  }
}

/** @throws AppError `links.email-not-allowed`; `request.invalid` without an address */
function requireAllowedEmail({ allowedEmails }: Link, email: string | undefined): string {
  if (email === undefined) {
    throw AppError.invalid([{ field: 'email', message: fieldMessages.emailRequired }]);
  }
  if (!isEmailAllowed(allowedEmails, email)) throw new AppError('links.email-not-allowed');
  return email;
}

const nothing: LinkNeeds = { password: false, email: false, code: false };

function needsOf({ passwordHash, requireEmail, verifyEmail }: Link): LinkNeeds {
  return { password: passwordHash !== null, email: requireEmail, code: verifyEmail };
}

function unproven(link: Link): OpenedLink {
  return { link, session: null, mayResume: false };
}
