import { Any, type EntityManager, In } from 'typeorm';
import { isExpired } from '../file/expiry.policy.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { BundleFile } from './bundle-file.entity.js';

/** A file with its place in a bundle. */
export interface PlacedFile {
  readonly file: Readonly<SharedFile>;
  readonly path: string;
}

/** The available files of each bundle, in the order of the bundle. */
export async function contentsOf(
  manager: EntityManager,
  bundleIds: readonly string[],
  now: Date,
): Promise<Map<string, PlacedFile[]>> {
  const places = await manager.find(BundleFile, {
    where: { bundleId: In([...bundleIds]) },
    order: { position: 'ASC', path: 'ASC', fileId: 'ASC' },
  });
  // One array, because a statement has at most 65,535 parameters, and many bundles have more files.
  const files = await manager.findBy(SharedFile, { id: Any(places.map(({ fileId }) => fileId)) });
  const byId = new Map(files.map((file) => [file.id, file]));
  const contents = new Map(bundleIds.map((id) => [id, [] as PlacedFile[]]));
  for (const { bundleId, fileId, path } of places) {
    const file = byId.get(fileId);
    if (file && !isExpired(file.deleteAt, now)) contents.get(bundleId)?.push({ file, path });
  }
  return contents;
}

/** Like `contentsOf`, for one bundle. */
export async function contentOf(manager: EntityManager, bundleId: string, now: Date): Promise<PlacedFile[]> {
  return (await contentsOf(manager, [bundleId], now)).get(bundleId) ?? [];
}

/** Number and bytes of the files of a bundle. */
export interface BundleTotals {
  readonly fileCount: number;
  readonly size: number;
}

/** The totals of the available files of a bundle, without loading them. */
export async function totalsOf(manager: EntityManager, bundleId: string, now: Date): Promise<BundleTotals> {
  const [row] = await manager.query<{ fileCount: number; size: string }[]>(
    `SELECT count(*)::int AS "fileCount", coalesce(sum(size), 0) AS size
     FROM bundle_files JOIN files ON files.id = file_id
     WHERE bundle_id = $1 AND (delete_at IS NULL OR delete_at > $2)`,
    [bundleId, now],
  );
  return { fileCount: row?.fileCount ?? 0, size: Number(row?.size ?? 0) };
}
