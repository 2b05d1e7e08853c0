import { Injectable } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import { DataSource, MoreThan } from 'typeorm';
import { isUsedUp } from './link-end.policy.js';
import { LinkDownload, RESUME_WINDOW_MS } from './link-download.entity.js';
import { LinkSession } from './link-session.entity.js';
import { Link } from './link.entity.js';

/** A link and the opening that a token names. */
export interface OpenedLink {
  readonly link: Readonly<Link>;
  /** Null before the gates of the link are passed. */
  readonly session: Readonly<LinkSession> | null;
  /** Whether this opening may still resume its download of a link that is used up. */
  readonly mayResume: boolean;
}

/** Read-only access to links. */
@Injectable()
export class LinkLookupService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Null if the link or its opening is unknown. Does not prove that the caller may open it. */
  async findOpened(linkId: string, sessionId: string): Promise<OpenedLink | null> {
    const { manager } = this.database;
    const [link, session] = await Promise.all([
      manager.findOneBy(Link, { id: linkId }),
      manager.findOneBy(LinkSession, { id: sessionId, linkId }),
    ]);
    if (!link || !session) return null;
    return { link, session, mayResume: isUsedUp(link) && (await this.hasRecentDownload(sessionId)) };
  }

  private hasRecentDownload(sessionId: string): Promise<boolean> {
    const since = new Date(this.clock.now().getTime() - RESUME_WINDOW_MS);
    return this.database.manager.existsBy(LinkDownload, { sessionId, countedAt: MoreThan(since) });
  }
}
