import { Injectable } from '@nestjs/common';
import { AppError, type Caller } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { type EntityManager, In, Not } from 'typeorm';
import { BundleFile } from '../bundle/bundle-file.entity.js';
import { bundlePath } from '../bundle/bundle-path.js';
import { Bundle } from '../bundle/bundle.entity.js';
import { isExpired } from '../file/expiry.policy.js';
import { requireAvailable } from '../file/find-file.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { requireOwner } from '../owner/owner.policy.js';

/** Rows of one INSERT. PostgreSQL takes at most 65,535 parameters. */
const BATCH = 1000;

interface RequestedPlace {
  readonly id: string;
  /** If omitted: the current path of the file in the bundle, else the path with which it was sent, else its name. */
  readonly path?: string | undefined;
}

/** Puts files into bundles. */
@Injectable()
export class BundlePlacesService {
  constructor(private readonly clock: Clock) {}

  /**
   * Replaces the files of a bundle. Files that are not in `requested` leave the bundle.
   * @throws AppError `files.not-found`, `files.expired`, `files.forbidden`, `files.login-required`,
   * `bundles.file-taken`, `request.invalid` for a file that is named twice with different paths
   */
  async replace(
    manager: EntityManager,
    bundle: Bundle,
    caller: Caller,
    requested: readonly RequestedPlace[],
  ): Promise<void> {
    const places = withoutRepetitions(requested);
    const ids = places.map(({ id }) => id);
    const files = await this.ownFiles(manager, bundle, caller, ids);
    await this.requireFree(manager, bundle.id, files);
    const before = await manager.findBy(BundleFile, { bundleId: bundle.id });
    const paths = new Map(before.map(({ fileId, path }) => [fileId, path]));
    await manager.delete(BundleFile, { bundleId: bundle.id });
    const rows = places.map(({ id, path }, position) => {
      const { originalName = '', received } = files.get(id) ?? {};
      const kept = path === undefined ? paths.get(id) : undefined;
      // A file that was sent to a file request within a folder keeps its path.
      const wanted = bundlePath(path ?? received?.path ?? originalName, originalName);
      return { bundleId: bundle.id, fileId: id, path: kept ?? wanted, position };
    });
    for (let start = 0; start < rows.length; start += BATCH) {
      await manager.insert(BundleFile, rows.slice(start, start + BATCH));
    }
  }

  /** Locks the files, so that none is deleted meanwhile. */
  private async ownFiles(
    manager: EntityManager,
    bundle: Bundle,
    caller: Caller,
    ids: readonly string[],
  ): Promise<Map<string, SharedFile>> {
    const rows = await manager.find(SharedFile, {
      where: { id: In([...ids]) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const found = new Map(rows.map((file) => [file.id, file]));
    for (const id of ids) {
      const file = await requireAvailable(manager, id, found.get(id) ?? null, this.clock.now());
      requireOwner(file, caller, 'files.not-found');
      // A bundle has only files of its own owner: an account and its browser are different owners.
      if (file.userId !== bundle.userId || file.browserId !== bundle.browserId) {
        throw new AppError('files.forbidden');
      }
    }
    return found;
  }

  /**
   * Removes the files from expired bundles that were not swept yet.
   * @throws AppError `bundles.file-taken` for a file in another available bundle
   */
  private async requireFree(
    manager: EntityManager,
    bundleId: string,
    files: ReadonlyMap<string, SharedFile>,
  ): Promise<void> {
    const taken = await manager.findBy(BundleFile, {
      fileId: In([...files.keys()]),
      bundleId: Not(bundleId),
    });
    if (taken.length === 0) return;
    const others = await manager.findBy(Bundle, { id: In(taken.map((place) => place.bundleId)) });
    const now = this.clock.now();
    const available = new Set(others.filter(({ deleteAt }) => !isExpired(deleteAt, now)).map(({ id }) => id));
    const refused = taken.find((place) => available.has(place.bundleId));
    if (refused) {
      throw new AppError('bundles.file-taken', { name: files.get(refused.fileId)?.originalName ?? '' });
    }
    await manager.delete(BundleFile, { fileId: In(taken.map(({ fileId }) => fileId)) });
  }
}

/** @throws AppError `request.invalid` for a file with two paths */
function withoutRepetitions(requested: readonly RequestedPlace[]): RequestedPlace[] {
  const places = new Map<string, RequestedPlace>();
  for (const place of requested) {
    const first = places.get(place.id);
    if (first && first.path !== place.path) {
      throw AppError.invalid([{ field: 'files', message: 'A file can be in the list only once' }]);
    }
    places.set(place.id, first ?? place);
  }
  return [...places.values()];
}
