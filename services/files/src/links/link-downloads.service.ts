import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, type countLinkDownload, type InputOf, linkUsedUp } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { Bundle } from '../bundle/bundle.entity.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { endOfLink, isUsedUp } from '../link/link-end.policy.js';
import { LinkDownload, RESUME_WINDOW_MS } from '../link/link-download.entity.js';
import { Link } from '../link/link.entity.js';

/** Counts downloads through links. Locks the row of the link, so that concurrent downloads cannot exceed its limit. */
@Injectable()
export class LinkDownloadsService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `links.not-found`, `links.revoked`, `links.expired`, `links.used-up` */
  count({ linkId, session, targetId, isResume }: InputOf<typeof countLinkDownload>): Promise<void> {
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const lock = { mode: 'pessimistic_write' } as const;
      const link = await manager.findOne(Link, { where: { id: linkId }, lock });
      if (!link) throw new AppError('links.not-found');
      const key = { sessionId: session, targetId };
      const last = await manager.findOneBy(LinkDownload, key);
      const end = endOfLink(link, now);
      if (end !== null && end !== 'links.used-up') throw new AppError(end);
      if (last && belongsTo(last, isResume, now)) {
        if (!isResume) await manager.update(LinkDownload, key, { isFirstByteServed: true });
        return;
      }
      if (end !== null) throw new AppError(end);
      await manager.upsert(LinkDownload, { ...key, countedAt: now, isFirstByteServed: !isResume }, [
        'sessionId',
        'targetId',
      ]);
      await this.countOne(manager, link, now);
    });
  }

  private async countOne(manager: EntityManager, link: Link, now: Date): Promise<void> {
    link.downloads += 1;
    await manager.increment(Link, { id: link.id }, 'downloads', 1);
    if (link.downloadLimit === null || !isUsedUp(link)) return;
    const { id: linkId, fileId, bundleId, slug, name, downloadLimit } = link;
    await this.outbox.add(manager, linkUsedUp, linkId, {
      linkId,
      fileId,
      bundleId,
      slug,
      name,
      downloadLimit,
      usedUpAt: now.toISOString(),
      ...(await namedTarget(manager, link)),
    });
  }
}

/** Owner and name of the link's target. */
async function namedTarget(manager: EntityManager, { fileId, bundleId }: Link) {
  if (fileId !== null) {
    const { userId: ownerId, originalName } = await manager.findOneByOrFail(SharedFile, { id: fileId });
    return { ownerId, targetName: originalName };
  }
  const { userId: ownerId, name } = await manager.findOneByOrFail(Bundle, { id: bundleId ?? '' });
  return { ownerId, targetName: name };
}

/**
 * Whether a request belongs to a download that was counted: it asks for later bytes, or for the first bytes of a
 * download whose later bytes came first. A repeated request for the first byte is another download.
 */
function belongsTo({ countedAt, isFirstByteServed }: LinkDownload, isResume: boolean, now: Date): boolean {
  const isRecent = now.getTime() - countedAt.getTime() < RESUME_WINDOW_MS;
  return isRecent && (isResume || !isFirstByteServed);
}
