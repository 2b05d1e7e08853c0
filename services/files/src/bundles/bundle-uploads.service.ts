import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, bundleChanged, idSchema, MAX_BUNDLE_FILES, type UploadTarget } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import { BundleFile } from '../bundle/bundle-file.entity.js';
import { bundlePath } from '../bundle/bundle-path.js';
import { Bundle } from '../bundle/bundle.entity.js';
import { totalsOf } from '../bundle/bundle-contents.js';
import { toBundleFacts } from '../bundle/bundle.presenter.js';
import { findBundle } from '../bundle/find-bundle.js';
import { isExpired } from '../file/expiry.policy.js';
import type { SharedFile } from '../file/shared-file.entity.js';
import { requireOwner } from '../owner/owner.policy.js';
import {
  type Admission,
  type UploadDestination,
  UploadDestinationsService,
  type UploadToAdmit,
} from '../upload/upload-destinations.service.js';

/** Destination `bundle`: puts uploaded files into the bundle that their upload names. */
@Injectable()
export class BundleUploadsService implements UploadDestination, OnModuleInit {
  constructor(
    private readonly destinations: UploadDestinationsService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.destinations.register('bundle', this);
  }

  /** @throws AppError of `findBundle` and `requireOwner`; `bundles.full` */
  async admit(manager: EntityManager, { target, caller }: UploadToAdmit): Promise<Admission> {
    const bundle = await findBundle(manager, bundleIdOf(target), this.clock.now());
    requireOwner(bundle, caller, 'bundles.not-found');
    if ((await manager.countBy(BundleFile, { bundleId: bundle.id })) >= MAX_BUNDLE_FILES) {
      throw new AppError('bundles.full');
    }
    return {};
  }

  /** Appends the file to its bundle. Keeps it without a bundle if that is gone, has expired or has a new owner. */
  async receive(manager: EntityManager, file: SharedFile, target: UploadTarget): Promise<void> {
    // Lock the bundle, so that concurrent uploads do not get the same position.
    const bundle = await manager.findOne(Bundle, {
      where: { id: bundleIdOf(target) },
      lock: { mode: 'pessimistic_write' },
    });
    const now = this.clock.now();
    if (!bundle || isExpired(bundle.deleteAt, now)) return;
    if (bundle.userId !== file.userId || bundle.browserId !== file.browserId) return;
    const last = await manager.maximum(BundleFile, 'position', { bundleId: bundle.id });
    await manager.insert(BundleFile, {
      fileId: file.id,
      bundleId: bundle.id,
      path: bundlePath(target.path ?? file.originalName, file.originalName),
      position: (last ?? -1) + 1,
    });
    extendDefaultExpiry(bundle, file);
    bundle.version += 1;
    await manager.save(bundle);
    const totals = await totalsOf(manager, bundle.id, now);
    await this.outbox.add(manager, bundleChanged, bundle.id, toBundleFacts(bundle, totals));
  }
}

/**
 * Gives the bundle the expiry of its new file, if that is later and the owner chose none. Otherwise an upload of many
 * files could outlive the bundle that it is sent to.
 */
function extendDefaultExpiry(bundle: Bundle, { deleteAt }: SharedFile): void {
  const { deleteAt: current, defaultDeleteAt } = bundle;
  if (!current || !deleteAt || current.getTime() !== defaultDeleteAt?.getTime()) return;
  if (deleteAt > current) Object.assign(bundle, { deleteAt, defaultDeleteAt: deleteAt });
}

/** @throws AppError `bundles.not-found` for a malformed id */
function bundleIdOf({ bundle }: UploadTarget): string {
  const id = idSchema.safeParse(bundle);
  if (!id.success) throw new AppError('bundles.not-found');
  return id.data;
}
