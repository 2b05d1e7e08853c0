import { Injectable } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { BundleFile } from './bundle-file.entity.js';
import { Bundle } from './bundle.entity.js';
import { isExpired } from '../file/expiry.policy.js';
import { findBundle, findBundleEvenExpired } from './find-bundle.js';

/** Read-only access to bundles. */
@Injectable()
export class BundleLookupService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError as `findBundle` */
  find(bundleId: string): Promise<Readonly<Bundle>> {
    return findBundle(this.database.manager, bundleId, this.clock.now());
  }

  /** Like `find`, but also a bundle that has expired and was not deleted yet. */
  findEvenExpired(bundleId: string): Promise<Readonly<Bundle>> {
    return findBundleEvenExpired(this.database.manager, bundleId);
  }

  /** Whether the bundle exists and has not expired. */
  async isAvailable(id: string): Promise<boolean> {
    const bundle = await this.database.manager.findOneBy(Bundle, { id });
    return bundle !== null && !isExpired(bundle.deleteAt, this.clock.now());
  }

  /** Whether the file is in the bundle. The bundle may have expired. */
  async contains(bundleId: string, fileId: string): Promise<boolean> {
    return this.database.manager.existsBy(BundleFile, { bundleId, fileId });
  }
}
