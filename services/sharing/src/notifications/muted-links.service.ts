import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Links whose owner wants no notifications of them. The first link has the id of its target. */
@Injectable()
export class MutedLinksService {
  async set(manager: EntityManager, linkId: string, targetId: string, isMuted: boolean): Promise<void> {
    await manager.query(
      isMuted
        ? 'INSERT INTO muted_links (link_id, target_id) VALUES ($1, $2) ON CONFLICT DO NOTHING'
        : 'DELETE FROM muted_links WHERE link_id = $1 AND target_id = $2',
      [linkId, targetId],
    );
  }

  async has(manager: EntityManager, linkId: string): Promise<boolean> {
    return (await this.of(manager, [linkId])).has(linkId);
  }

  /** Selects the muted ones of the links. */
  async of(manager: EntityManager, linkIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows: { link_id: string }[] = await manager.query(
      'SELECT link_id FROM muted_links WHERE link_id = ANY ($1)',
      [linkIds],
    );
    return new Set(rows.map((row) => row.link_id));
  }
}
