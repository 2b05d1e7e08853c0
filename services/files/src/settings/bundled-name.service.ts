import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { bundleChanged } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import { totalsOf } from '../bundle/bundle-contents.js';
import { BundleFile } from '../bundle/bundle-file.entity.js';
import { renamedPath } from '../bundle/bundle-path.js';
import { Bundle } from '../bundle/bundle.entity.js';
import { toBundleFacts } from '../bundle/bundle.presenter.js';
import { isExpired } from '../file/expiry.policy.js';
import type { SharedFile } from '../file/shared-file.entity.js';

/** Makes the path of a file in its bundle follow the name of the file. */
@Injectable()
export class BundledNameService {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Locks the bundle of a file. Must run before the file is locked, as in a change of the bundle. */
  async lockBundle(manager: EntityManager, fileId: string): Promise<Bundle | null> {
    const place = await manager.findOneBy(BundleFile, { fileId });
    if (!place) return null;
    return manager.findOne(Bundle, { where: { id: place.bundleId }, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * Replaces the former name of a file at the end of its path. A path that does not end with it stays.
   * @param file locked by the transaction, with its former name. It has to be saved afterwards.
   * @param bundle result of `lockBundle`. A bundle that the file has entered since then publishes a change of its own.
   */
  async follow(manager: EntityManager, file: SharedFile, name: string, bundle: Bundle | null): Promise<void> {
    const { id: fileId, originalName, received } = file;
    const rename = (path: string) => renamedPath(path, originalName, name);
    if (received?.path !== undefined) file.received = { ...received, path: rename(received.path) };
    const place = await manager.findOneBy(BundleFile, { fileId });
    if (!place || rename(place.path) === place.path) return;
    await manager.update(BundleFile, { fileId }, { path: rename(place.path) });
    if (bundle?.id === place.bundleId) await this.publish(manager, bundle);
  }

  private async publish(manager: EntityManager, bundle: Bundle): Promise<void> {
    const now = this.clock.now();
    if (isExpired(bundle.deleteAt, now)) return;
    bundle.version += 1;
    await manager.save(bundle);
    const totals = await totalsOf(manager, bundle.id, now);
    await this.outbox.add(manager, bundleChanged, bundle.id, toBundleFacts(bundle, totals));
  }
}
