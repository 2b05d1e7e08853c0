import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/**
 * SQL of the name under which reports of files show the own address of their bundle.
 * @param name name of the bundle, empty or null once it was deleted
 */
export const bundleLinkName = (name: string): string =>
  `coalesce('Bundle “' || nullif(${name}, '') || '”', 'Bundle')`;

/** Names of links for reports. A link without a name is shown by its slug, and a bundle by its own name. */
@Injectable()
export class LinkNameRepository {
  /** @returns names by the id of a link or bundle. Revoked links keep their names */
  async namesOf(manager: EntityManager, linkIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows: { link_id: string; name: string }[] = await manager.query(
      `SELECT link_id, coalesce(name, slug) AS name FROM share_links WHERE link_id = ANY($1)
       UNION ALL
       SELECT file_id, ${bundleLinkName('original_name')} FROM records WHERE file_id = ANY($1) AND of_bundle`,
      [linkIds],
    );
    return new Map(rows.map(({ link_id, name }) => [link_id, name]));
  }
}
