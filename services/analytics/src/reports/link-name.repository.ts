import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Names of links for reports. A link without a name is shown by its slug. */
@Injectable()
export class LinkNameRepository {
  /** @returns names by link id. Revoked links keep their names */
  async namesOf(manager: EntityManager, linkIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows: { link_id: string; slug: string; name: string | null }[] = await manager.query(
      'SELECT link_id, slug, name FROM share_links WHERE link_id = ANY($1)',
      [linkIds],
    );
    return new Map(rows.map(({ link_id, slug, name }) => [link_id, name ?? slug]));
  }
}
