import { Injectable } from '@nestjs/common';
import { recordVersion } from '@waybill/bus';
import type { EntityManager } from 'typeorm';
import { TargetsService } from '../targets/targets.service.js';

export interface Muting {
  readonly linkId: string;
  readonly targetId: string;
  readonly isMuted: boolean;
  /**
   * Version of the change. Undefined in events of earlier versions, which are applied in the order of their arrival.
   */
  readonly version: number | undefined;
}

/** Links for which the owner has switched notifications off. The first link has the id of its target. */
@Injectable()
export class MutedLinksService {
  constructor(private readonly targets: TargetsService) {}

  /** Mutes or unmutes a link. Ignores older versions that arrive late, and links of deleted files and bundles. */
  async set(manager: EntityManager, { linkId, targetId, isMuted, version }: Muting): Promise<void> {
    if (await this.targets.isDeletedAfterLock(manager, targetId)) return;
    if (version !== undefined && !(await recordVersion(manager, `muting of link ${linkId}`, version))) return;
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

  /** @returns those of the links that are muted */
  async of(manager: EntityManager, linkIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows: { link_id: string }[] = await manager.query(
      'SELECT link_id FROM muted_links WHERE link_id = ANY ($1)',
      [linkIds],
    );
    return new Set(rows.map((row) => row.link_id));
  }
}
