import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  AppError,
  bundleChanged,
  bundleCreated,
  type BundleView,
  type changeBundle,
  type createBundle,
  DEFAULT_BUNDLE_NAME,
  defaultDeleteAt,
  fieldMessages,
  type InputOf,
  MAX_BUNDLES,
} from '@waybill/contracts';
import { clientOf } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { hashPassword } from '@waybill/service-kit/password-hash';
import { DataSource, type EntityManager } from 'typeorm';
import { contentOf, totalsOf } from '../bundle/bundle-contents.js';
import { Bundle } from '../bundle/bundle.entity.js';
import { toBundleFacts, presentBundle } from '../bundle/bundle.presenter.js';
import { findBundle, findBundleForChange } from '../bundle/find-bundle.js';
import { lockOwner } from '../owner/owner-lock.js';
import { requireOwner } from '../owner/owner.policy.js';
import { ownerOf } from '../owner/owner.js';
import { PlansService } from '../plan/plans.service.js';
import { typedName } from '../file/file-name.js';
import { decideChange, type SettingsChange } from '../settings/settings.policy.js';
import { AnonymousQuotaService } from '../upload/anonymous-quota.service.js';
import { BundlePlacesService } from './bundle-places.service.js';

type NewSettings = InputOf<typeof changeBundle>['settings'];

/** Creates bundles, and changes their name, expiry, password and files. */
@Injectable()
export class BundleChangesService {
  constructor(
    private readonly database: DataSource,
    private readonly plans: PlansService,
    private readonly places: BundlePlacesService,
    private readonly anonymousQuota: AnonymousQuotaService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError `bundles.limit-reached`, `files.login-required` for a caller without any identity, `auth.required`
   * for an account that was deleted, and those of `AnonymousQuotaService.requireAllowed` and
   * `BundlePlacesService.replace`
   */
  async create({ caller, form }: InputOf<typeof createBundle>): Promise<BundleView> {
    const owner = ownerOf(caller);
    if (!owner) throw new AppError('files.login-required');
    this.anonymousQuota.requireAllowed(owner);
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      await lockOwner(manager, owner);
      const [limits] = await this.plans.limitsUnlessDeleted(manager, [owner]);
      if (!limits) throw new AppError('auth.required');
      await requireRoom(manager, owner);
      const deleteAt = defaultDeleteAt(limits, now);
      const bundle: Bundle = {
        id: randomUUID(),
        ...owner,
        name: typedName(form.name ?? '') || DEFAULT_BUNDLE_NAME,
        createdAt: now,
        deleteAt,
        defaultDeleteAt: deleteAt,
        passwordHash: null,
        passwordVersion: 0,
        viewCount: 0,
        isFirstLinkActive: true,
        firstLinkName: null,
        notifiesOfFirstLink: true,
        version: 1,
      };
      await manager.insert(Bundle, bundle);
      const files = (form.fileIds ?? []).map((id) => ({ id }));
      await this.places.replace(manager, bundle, caller, files);
      const content = await contentOf(manager, bundle.id, now);
      const totals = await totalsOf(manager, bundle.id, now);
      await this.outbox.add(manager, bundleCreated, bundle.id, toBundleFacts(bundle, totals));
      return presentBundle(bundle, content, true);
    });
  }

  /** @throws AppError of `findBundle`, `requireOwner`, `decideChange` and `BundlePlacesService.replace` */
  async change({ bundleId, caller, settings }: InputOf<typeof changeBundle>): Promise<BundleView> {
    const before = await findBundle(this.database.manager, bundleId, this.clock.now());
    requireOwner(before, caller, 'bundles.not-found');
    // Hashing is slow, so it happens after the permission check and outside the transaction.
    const { password } = await this.decide(this.database.manager, before, settings);
    const hash = typeof password === 'string' ? await hashPassword(password, clientOf(caller.address)) : null;
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const bundle = await findBundleForChange(manager, bundleId, now);
      requireOwner(bundle, caller, 'bundles.not-found');
      const change = await this.decide(manager, bundle, settings);
      if (settings.files) await this.places.replace(manager, bundle, caller, settings.files);
      const content = await contentOf(manager, bundleId, now);
      if (Object.keys(change).length > 0 || settings.files) {
        Object.assign(bundle, applied(bundle, change, hash), { version: bundle.version + 1 });
        await manager.save(bundle);
        const totals = await totalsOf(manager, bundleId, now);
        await this.outbox.add(manager, bundleChanged, bundleId, toBundleFacts(bundle, totals));
      }
      return presentBundle(bundle, content, true);
    });
  }

  private async decide(
    manager: EntityManager,
    bundle: Bundle,
    { name, ...requested }: NewSettings,
  ): Promise<SettingsChange> {
    if (name !== undefined && typedName(name) === '') {
      throw AppError.invalid([{ field: 'name', message: fieldMessages.bundleNameRequired }]);
    }
    const limits = await this.plans.limitsOf(manager, bundle);
    const { createdAt, deleteAt, passwordHash } = bundle;
    const current = { originalName: bundle.name, createdAt, deleteAt, isProtected: passwordHash !== null };
    const settings = { ...requested, ...(name !== undefined && { originalName: name }) };
    return decideChange(current, settings, limits, this.clock.now());
  }
}

function applied(
  { passwordVersion }: Bundle,
  { originalName: name, deleteAt, password }: SettingsChange,
  hash: string | null,
): Partial<Bundle> {
  return {
    ...(name !== undefined && { name }),
    ...(deleteAt !== undefined && { deleteAt }),
    ...(password !== undefined && { passwordHash: hash, passwordVersion: passwordVersion + 1 }),
  };
}

/** Limits the bundles of an owner: empty bundles do not count towards the plan, so no quota bounds their rows. */
async function requireRoom(
  manager: EntityManager,
  { userId, browserId }: Pick<Bundle, 'userId' | 'browserId'>,
) {
  const of = userId === null ? { browserId: browserId ?? '' } : { userId };
  if ((await manager.countBy(Bundle, of)) >= MAX_BUNDLES) throw new AppError('bundles.limit-reached');
}
