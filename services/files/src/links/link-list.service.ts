import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Caller,
  type findLink,
  type InputOf,
  type listLinks,
  type OutputOf,
} from '@waybill/contracts';
import { cursorPage, decodeCursor, findNewest, type PagePosition } from '@waybill/database';
import { DataSource, IsNull } from 'typeorm';
import { Link } from '../link/link.entity.js';
import { requireUsableByOwner } from '../owner/require-usable-by-owner.js';
import { LinkTargetsService, targetOf, type TargetRef } from './link-targets.service.js';
import { presentFirstLink, presentLink } from './link.presenter.js';
import { LinksService } from './links.service.js';

const PAGE_SIZE = 100;

/** The links of a target, for its owner. */
@Injectable()
export class LinkListService {
  constructor(
    private readonly database: DataSource,
    private readonly targets: LinkTargetsService,
    private readonly links: LinksService,
  ) {}

  /**
   * The first link on the first page, then the others, newest first.
   * @throws AppError `request.invalid` for an invalid cursor, of `LinkTargetsService` and `requireUsableByOwner`
   */
  async list({
    target: ref,
    caller,
    cursor,
  }: InputOf<typeof listLinks>): Promise<OutputOf<typeof listLinks>> {
    const target = await this.targets.findOwned(ref, caller);
    if (target.kind === 'file') requireUsableByOwner(target.row);
    const { page, nextCursor } = cursorPage(await this.find(ref, decodeCursor(cursor)), PAGE_SIZE);
    const first = cursor === null ? [presentFirstLink(target, await this.links.viewsOfOthers(ref))] : [];
    return {
      links: [...first, ...page.map(presentLink)],
      nextCursor,
    };
  }

  /** The caller's link with this slug. Null if the link is unknown, revoked or of another owner. */
  async findBySlug(slug: string, caller: Caller): Promise<OutputOf<typeof findLink>['link']> {
    const link = await this.database.manager.findOneBy(Link, { slug, revokedAt: IsNull() });
    if (!link) return null;
    const target = targetOf(link);
    try {
      await this.targets.findOwned(target, caller);
    } catch (error) {
      if (!AppError.isRefusal(error)) throw error;
      return null;
    }
    return { ...presentLink(link), target };
  }

  private find({ kind, id }: TargetRef, position: PagePosition | null): Promise<readonly Link[]> {
    const targetColumn = kind === 'file' ? 'file_id' : 'bundle_id';
    const search = {
      condition: `link.${targetColumn} = :targetId AND link.revoked_at IS NULL`,
      parameters: { targetId: id },
    };
    return findNewest(this.database.manager, [Link, 'link'], [search], position, PAGE_SIZE + 1);
  }
}
