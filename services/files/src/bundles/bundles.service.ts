import { Injectable } from '@nestjs/common';
import {
  type BundleMetadata,
  type BundleView,
  type Caller,
  type getBundle,
  type getBundleMetadata,
  type InputOf,
  type listBundles,
  type OutputOf,
} from '@waybill/contracts';
import { cursorPage, decodeCursor, findNewest } from '@waybill/database';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { BundleAccessService, type OpenedBundle } from '../access/bundle-access.service.js';
import { linkOriginOf } from '../access/link-origin.js';
import { contentOf, contentsOf, type PlacedFile } from '../bundle/bundle-contents.js';
import { BundleLookupService } from '../bundle/bundle-lookup.service.js';
import { Bundle } from '../bundle/bundle.entity.js';
import { presentBundleMetadata, presentBundle } from '../bundle/bundle.presenter.js';
import { isOwnedBy, requireOwner } from '../owner/owner.policy.js';
import { ownerOf } from '../owner/owner.js';

const PAGE_SIZE = 50;

/** Shows bundles to their owners and visitors. */
@Injectable()
export class BundlesService {
  constructor(
    private readonly database: DataSource,
    private readonly bundles: BundleLookupService,
    private readonly bundleAccess: BundleAccessService,
    private readonly access: AccessService,
    private readonly clock: Clock,
  ) {}

  /** Newest first. @throws AppError `request.invalid` for an invalid cursor */
  async list({ caller, cursor }: InputOf<typeof listBundles>): Promise<OutputOf<typeof listBundles>> {
    const position = decodeCursor(cursor);
    const owner = ownerOf(caller);
    if (!owner) return { bundles: [], nextCursor: null };
    const { manager } = this.database;
    const now = this.clock.now();
    const ownerColumn = owner.userId === null ? 'browser_id' : 'user_id';
    const search = {
      condition: `bundle.${ownerColumn} = :ownerId AND (bundle.delete_at IS NULL OR bundle.delete_at > :now)`,
      parameters: { ownerId: owner.userId ?? owner.browserId, now },
    };
    const rows = await findNewest(manager, [Bundle, 'bundle'], [search], position, PAGE_SIZE + 1);
    const { page, nextCursor } = cursorPage(rows, PAGE_SIZE);
    const contents = await contentsOf(
      manager,
      page.map(({ id }) => id),
      now,
    );
    return {
      bundles: page.map((bundle) => presentBundle(bundle, contents.get(bundle.id) ?? [], true)),
      nextCursor,
    };
  }

  /** @throws AppError of `BundleAccessService.open` */
  async get({ bundleId, ...request }: InputOf<typeof getBundle>): Promise<OutputOf<typeof getBundle>> {
    const access = await this.bundleAccess.open(bundleId, { ...request, action: 'details' });
    const { opened } = access;
    const view = await this.view(access, request.caller);
    return { ...view, ...(opened && { origin: linkOriginOf(opened) }) };
  }

  /** The bundle as its caller sees it. */
  async view(access: OpenedBundle, caller: Caller | null): Promise<BundleView> {
    const { bundle, isOwner } = access;
    const content = await this.contentOf(bundle.id);
    return presentBundle(bundle, isOwner ? content : this.visible(access, content, caller), isOwner);
  }

  /** @throws AppError of `findBundle` and `requireOwner` */
  async getOwned(bundleId: string, caller: Caller): Promise<BundleView> {
    const bundle = await this.bundles.find(bundleId);
    requireOwner(bundle, caller, 'bundles.not-found');
    return presentBundle(bundle, await this.contentOf(bundleId), true);
  }

  /** @throws AppError of `BundleAccessService.open` */
  async metadata({ bundleId, ...request }: InputOf<typeof getBundleMetadata>): Promise<BundleMetadata> {
    const access = await this.bundleAccess.open(bundleId, { ...request, action: 'metadata' });
    // The metadata of a protected bundle says nothing about its files.
    const content = access.bundle.passwordHash === null ? await this.contentOf(bundleId) : [];
    return presentBundleMetadata(access.bundle, this.visible(access, content, null));
  }

  private contentOf(bundleId: string): Promise<PlacedFile[]> {
    return contentOf(this.database.manager, bundleId, this.clock.now());
  }

  /** Leaves out files that a gate refuses to the caller. Keeps files that are being scanned: they will open soon. */
  private visible(
    { bundle, opened }: OpenedBundle,
    content: readonly PlacedFile[],
    caller: Caller | null,
  ): PlacedFile[] {
    return content.filter(({ file }) => {
      const isOwner = caller !== null && isOwnedBy(file, caller);
      const refusal = this.access.refusalInBundle(bundle.id, file, { action: 'details', isOwner, opened });
      return refusal === null || refusal === 'files.being-scanned';
    });
  }
}
