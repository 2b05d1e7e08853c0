import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Caller,
  type findLink,
  type InputOf,
  type listLinks,
  type OutputOf,
} from '@waybill/contracts';
import { DataSource, IsNull } from 'typeorm';
import { z } from 'zod';
import { Link } from '../link/link.entity.js';
import { requireUsableByOwner } from '../owner/require-usable-by-owner.js';
import { linksOf, LinkTargetsService, targetOf, type TargetRef } from './link-targets.service.js';
import { toFirstLinkView, toLinkView } from './link.presenter.js';
import { LinksService } from './links.service.js';

const PAGE_SIZE = 100;

const cursorSchema = z.tuple([z.iso.datetime(), z.uuid()]);

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
   * @throws AppError `request.invalid`, of `LinkTargetsService` and `requireUsableByOwner`
   */
  async list({
    target: ref,
    caller,
    cursor,
  }: InputOf<typeof listLinks>): Promise<OutputOf<typeof listLinks>> {
    const target = await this.targets.findOwned(ref, caller);
    if (target.kind === 'file') requireUsableByOwner(target.row);
    const found = await this.page(ref, cursor === null ? null : parseCursor(cursor));
    const page = found.slice(0, PAGE_SIZE);
    const last = page.at(-1);
    const first = cursor === null ? [toFirstLinkView(target, await this.links.viewsOfOthers(ref))] : [];
    return {
      links: [...first, ...page.map(toLinkView)],
      nextCursor: found.length > PAGE_SIZE && last ? cursorOf(last) : null,
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
      if (AppError.from(error).status >= 500) throw error;
      return null;
    }
    return { ...toLinkView(link), target };
  }

  private page(ref: TargetRef, after: z.infer<typeof cursorSchema> | null): Promise<Link[]> {
    const query = this.database.manager
      .createQueryBuilder(Link, 'link')
      .where(linksOf(ref))
      .andWhere('link.revokedAt IS NULL')
      .orderBy('link.createdAt', 'DESC')
      .addOrderBy('link.id', 'DESC')
      .limit(PAGE_SIZE + 1);
    if (after) {
      const [createdAt, id] = after;
      query.andWhere('(link.createdAt, link.id) < (:createdAt, :id)', { createdAt, id });
    }
    return query.getMany();
  }
}

function cursorOf({ createdAt, id }: Link): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString('base64url');
}

function parseCursor(cursor: string): z.infer<typeof cursorSchema> {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw AppError.invalid([{ field: 'cursor', message: 'This page does not exist' }]);
  }
}
