import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';

/** Keeps the hashes of the slugs of a file or bundle that expires, whose links are deleted with it. */
export async function keepExpiredSlugs(manager: EntityManager, targetId: string, now: Date): Promise<void> {
  await manager.query(
    `INSERT INTO expired_link_targets (slug_hash, expired_at)
     SELECT encode(sha256(convert_to(slug, 'UTF8')), 'hex'), $2 FROM links
     WHERE (file_id = $1 OR bundle_id = $1) AND revoked_at IS NULL
     ON CONFLICT (slug_hash) DO NOTHING`,
    [targetId, now],
  );
}

/** Hash under which `keepExpiredSlugs` keeps a slug. */
export function slugHashOf(slug: string): string {
  return createHash('sha256').update(slug).digest('hex');
}
