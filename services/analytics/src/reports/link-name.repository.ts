import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/**
 * SQL of the name under which reports of files show the own address of their bundle.
 * @param name name of the bundle, empty or null once it was deleted
 */
export const bundleLinkName = (name: string): string =>
  `coalesce('Bundle “' || nullif(${name}, '') || '”', 'Bundle')`;

/**
 * Names of links for reports. A link without a name is shown by its slug, and a bundle by its own name where the first
 * link of the bundle has none.
 */
@Injectable()
export class LinkNameRepository {
  /**
   * @param fileId file or bundle of the report. Its own first link is left out where it has no name
   * @returns names by the id of a link or bundle. Links keep their names when they are revoked,
   * and when their bundle is deleted
   */
  async namesOf(
    manager: EntityManager,
    fileId: string,
    linkIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows: { id: string; name: string | null }[] = await manager.query(
      `SELECT id, coalesce(share_links.name, nullif(share_links.slug, id::text), former.name, former.slug,
                           CASE WHEN of_bundle AND id <> $1 THEN ${bundleLinkName('original_name')} END) AS name
       FROM unnest($2::uuid[]) AS id
       LEFT JOIN share_links ON share_links.link_id = id
       LEFT JOIN links_of_deleted_bundles AS former ON former.file_id = $1 AND former.link_id = id
       LEFT JOIN records ON records.file_id = id`,
      [fileId, linkIds],
    );
    return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
  }
}
