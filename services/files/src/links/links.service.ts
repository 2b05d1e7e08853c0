import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  AppError,
  type Caller,
  fieldMessages,
  firstLinkChanged,
  linkChanged,
  type LinkSettings,
  slugSchema,
} from '@waybill/contracts';
import { advisoryLock } from '@waybill/database';
import { clientOf } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { hashPassword } from '@waybill/service-kit/password-hash';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { Bundle } from '../bundle/bundle.entity.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { Link } from '../link/link.entity.js';
import { randomSlug } from '../link/random-slug.js';
import { CreationLimiterService } from '../creation-limits/creation-limiter.service.js';
import { linksPerOwner } from '../creation-limits/creation.limits.js';
import { requireUsableByOwner } from '../owner/require-usable-by-owner.js';
import { PlansService } from '../plan/plans.service.js';
import { decideFirstLinkChange, decideLinkChange, plainLink } from './link-settings.policy.js';
import {
  linksOf,
  type OwnedTarget,
  LinkTargetsService,
  targetOf,
  type TargetRef,
} from './link-targets.service.js';
import {
  type StoredLinkView,
  toFirstLinkFacts,
  presentFirstLink,
  toLinkFacts,
  presentLink,
} from './link.presenter.js';

/** Makes, changes and revokes links. */
@Injectable()
export class LinksService {
  constructor(
    private readonly database: DataSource,
    private readonly targets: LinkTargetsService,
    private readonly plans: PlansService,
    private readonly creations: CreationLimiterService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * @param knownHash hash of an existing password, which the link gets unless `settings` name one
   * @throws AppError of `LinkTargetsService`, `requireUsableByOwner`, `decideLinkChange`; `request.too-many`,
   * `links.limit-reached`, `links.slug-taken`
   */
  async create(
    ref: TargetRef,
    caller: Caller,
    settings: LinkSettings,
    knownHash: string | null = null,
  ): Promise<StoredLinkView> {
    const target = await this.targets.findOwned(ref, caller);
    if (target.kind === 'file') requireUsableByOwner(target.row);
    const plan = await this.plans.limitsOf(this.database.manager, target.row);
    const { columns, password } = decideLinkChange(plainLink, settings, plan, this.clock.now());
    await this.creations.count(linksPerOwner, caller);
    // Hashing is slow, so it happens after the permission check and outside the transaction.
    const passwordHash =
      typeof password === 'string' ? await hashPassword(password, clientOf(caller.address)) : knownHash;
    return this.database.transaction(async (manager) => {
      await this.targets.lockOwned(manager, ref, caller);
      const limit = plan.linksPerFile;
      const count = await manager.countBy(Link, { ...linksOf(ref), revokedAt: IsNull() });
      if (count >= limit) throw new AppError('links.limit-reached', { limit, tier: plan.id });
      const slug = columns.slug ?? randomSlug();
      await this.requireFreeSlug(manager, slug);
      const link = manager.create(Link, {
        ...plainLink,
        ...columns,
        slug,
        passwordHash,
        id: randomUUID(),
        fileId: null,
        bundleId: null,
        ...linksOf(ref),
        createdAt: this.clock.now(),
        gateVersion: 0,
        downloads: 0,
        viewCount: 0,
        version: 1,
        revokedAt: null,
      });
      await this.save(manager, link);
      return presentLink(link);
    });
  }

  /**
   * @throws AppError `links.not-found`, and of `LinkTargetsService`, `requireUsableByOwner` and `decideLinkChange`;
   * `links.slug-taken`, `request.invalid`
   */
  async change(linkId: string, caller: Caller, settings: LinkSettings): Promise<StoredLinkView> {
    const firstOf = await this.targets.refOfFirstLink(linkId, caller);
    if (firstOf) return this.changeFirst(firstOf, caller, settings);
    requireSlug(settings);
    const before = await this.findOwned(linkId, caller);
    const { password } = await this.decide(this.database.manager, before, caller, settings);
    const passwordHash =
      typeof password === 'string' ? await hashPassword(password, clientOf(caller.address)) : null;
    return this.database.transaction(async (manager) => {
      const link = await lockLink(manager, linkId);
      const change = await this.decide(manager, link, caller, settings);
      const { columns, changesGate } = change;
      if (columns.slug !== undefined) await this.requireFreeSlug(manager, columns.slug);
      if (Object.keys(columns).length === 0 && !changesGate) return presentLink(link);
      Object.assign(link, columns);
      if (change.password !== undefined) link.passwordHash = passwordHash;
      if (changesGate) link.gateVersion += 1;
      link.version += 1;
      await this.save(manager, link);
      return presentLink(link);
    });
  }

  /** Ends the link and its tokens. @throws AppError `links.not-found`, `links.first-link`, of `LinkTargetsService` */
  async revoke(linkId: string, caller: Caller): Promise<void> {
    const firstOf = await this.targets.refOfFirstLink(linkId, caller);
    if (firstOf) {
      await this.targets.findOwned(firstOf, caller);
      throw new AppError('links.first-link');
    }
    await this.findOwned(linkId, caller);
    await this.database.transaction(async (manager) => {
      const link = await lockLink(manager, linkId);
      Object.assign(link, { revokedAt: this.clock.now(), version: link.version + 1 });
      await this.save(manager, link);
    });
  }

  /** Views of a target through all links of its own but the first, revoked links included. */
  async viewsOfOthers(ref: TargetRef): Promise<number> {
    return (await this.database.manager.sum(Link, 'viewCount', linksOf(ref))) ?? 0;
  }

  private async changeFirst(ref: TargetRef, caller: Caller, settings: LinkSettings): Promise<StoredLinkView> {
    const views = await this.viewsOfOthers(ref);
    return this.database.transaction(async (manager) => {
      const target = await this.targets.lockOwned(manager, ref, caller);
      if (target.kind === 'file') requireUsableByOwner(target.row);
      const { name, isActive, notify } = decideFirstLinkChange(presentFirstLink(target, views), settings);
      if (name !== undefined) target.row.firstLinkName = name;
      if (isActive !== undefined) target.row.isFirstLinkActive = isActive;
      if (notify !== undefined) target.row.notifiesOfFirstLink = notify;
      const isPublished = name !== undefined || notify !== undefined;
      if (isPublished) target.row.version += 1;
      await this.saveFirst(manager, target);
      if (isPublished) {
        await this.outbox.add(manager, firstLinkChanged, target.row.id, toFirstLinkFacts(target.row));
      }
      return presentFirstLink(target, views);
    });
  }

  private async saveFirst(manager: EntityManager, { kind, row }: OwnedTarget): Promise<void> {
    const { id, version, firstLinkName, isFirstLinkActive, notifiesOfFirstLink } = row;
    const entity = kind === 'file' ? SharedFile : Bundle;
    await manager.update(entity, { id }, { version, firstLinkName, isFirstLinkActive, notifiesOfFirstLink });
  }

  private async findOwned(linkId: string, caller: Caller): Promise<Link> {
    const link = await this.database.manager.findOneBy(Link, { id: linkId, revokedAt: IsNull() });
    if (!link) throw new AppError('links.not-found');
    await this.targets.findOwned(targetOf(link), caller);
    return link;
  }

  private async decide(manager: EntityManager, link: Link, caller: Caller, settings: LinkSettings) {
    const target = await this.targets.findOwned(targetOf(link), caller);
    if (target.kind === 'file') requireUsableByOwner(target.row);
    const plan = await this.plans.limitsOf(manager, target.row);
    return decideLinkChange(link, settings, plan, this.clock.now());
  }

  private async save(manager: EntityManager, link: Link): Promise<void> {
    await manager.save(link);
    await this.outbox.add(manager, linkChanged, link.id, toLinkFacts(link));
  }

  /** Serialises the choice of one slug until the transaction ends. @throws AppError `links.slug-taken` */
  private async requireFreeSlug(manager: EntityManager, slug: string): Promise<void> {
    await advisoryLock(manager, `files.link.slug.${slug}`);
    if (await manager.existsBy(Link, { slug })) throw new AppError('links.slug-taken');
  }
}

/** @throws AppError `request.invalid` for a UUID, which only a first link has as its slug */
function requireSlug({ slug }: LinkSettings): void {
  if (slug === undefined || slugSchema.safeParse(slug).success) return;
  throw AppError.invalid([{ field: 'slug', message: fieldMessages.slugInvalid }]);
}

async function lockLink(manager: EntityManager, id: string): Promise<Link> {
  const lock = { mode: 'pessimistic_write' } as const;
  const link = await manager.findOne(Link, { where: { id, revokedAt: IsNull() }, lock });
  if (!link) throw new AppError('links.not-found');
  return link;
}
