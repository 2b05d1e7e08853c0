import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller, InputOf, LinkTarget, openLink } from '@waybill/contracts';
import { AccessService } from '../access/access.service.js';
import type { AccessAction } from '../access/access-context.js';
import { BundleAccessService, type OpenedBundle } from '../access/bundle-access.service.js';
import { BundlesService } from '../bundles/bundles.service.js';
import { BundleVisitsService } from '../bundles/bundle-visits.service.js';
import { presentFile } from '../file/file.presenter.js';
import type { SharedFile } from '../file/shared-file.entity.js';
import type { OpenedLink } from '../link/link-lookup.service.js';
import type { Owner } from '../owner/owner.js';
import { isOwnedBy } from '../owner/owner.policy.js';
import { pageKeyOf } from '../visits/visit-window.repository.js';
import { VisitsService } from '../visits/visits.service.js';
import { targetOf } from './link-targets.service.js';

/** A target that a link opened. */
export type OpenedTarget =
  | { readonly kind: 'file'; readonly file: Readonly<SharedFile> }
  | { readonly kind: 'bundle'; readonly access: OpenedBundle };

type Visit = InputOf<typeof openLink>['visit'] & {
  readonly linkId: string;
  readonly email?: string;
  readonly address: string;
};

/** Opens the file or bundle of a link for a visitor, shows it and counts the visit. */
@Injectable()
export class OpenedTargetsService {
  constructor(
    private readonly files: AccessService,
    private readonly bundleAccess: BundleAccessService,
    private readonly bundles: BundlesService,
    private readonly fileVisits: VisitsService,
    private readonly bundleVisits: BundleVisitsService,
  ) {}

  /** @throws AppError of the link, and of `AccessService.open` or `BundleAccessService.open` */
  async open(opened: OpenedLink, action: AccessAction): Promise<OpenedTarget> {
    const { kind, id } = targetOf(opened.link);
    if (kind === 'bundle') return { kind, access: await this.bundleAccess.openThrough(id, opened, action) };
    return { kind, file: (await this.files.openThrough(id, opened, action)).file };
  }

  /** The target as the caller sees it. `caller` null stands for a stranger. */
  async view(target: OpenedTarget, caller: Caller | null): Promise<LinkTarget> {
    const isOwner = caller !== null && isOwnedTarget(target, caller);
    if (target.kind === 'file') return { ...presentFile(target.file, isOwner), kind: 'file' };
    return { ...(await this.bundles.view({ ...target.access, isOwner }, caller)), kind: 'bundle' };
  }

  /**
   * Records the visit that an opening begins, unless the visitor is the owner. The visit gets another id where one is
   * in progress under its own. It would join that of another link, opening or e-mail address, and leave no trace.
   * @returns id of the visit
   */
  async recordVisit(target: OpenedTarget, caller: Caller, { id, ...visit }: Visit): Promise<string> {
    if (isOwnedTarget(target, caller)) return id;
    // Requests of a machine, which are counted nowhere, have a key of their own.
    const isOfPage = visit.key === pageKeyOf(id);
    const isTaken = isOfPage && (await this.isFileVisited(target, pageKeyOf(id)));
    if (!isTaken && (await this.record(target, visit))) return id;
    if (!isOfPage) return id;
    const ownId = randomUUID();
    await this.record(target, { ...visit, key: pageKeyOf(ownId), pageVisitId: ownId });
    return ownId;
  }

  /** @returns whether it was a new visit */
  private async record(target: OpenedTarget, visit: Omit<Visit, 'id'>): Promise<boolean> {
    if (target.kind === 'file') return this.fileVisits.record({ ...visit, fileId: target.file.id });
    const bundleId = target.access.bundle.id;
    return this.bundleVisits.record({ ...visit, bundleId, isDownload: false });
  }

  /** Whether a file in the opened bundle is being visited under the key: requests for it would join that visit. */
  private async isFileVisited(target: OpenedTarget, key: string): Promise<boolean> {
    return target.kind === 'bundle' && this.bundleVisits.isFileVisited(target.access.bundle.id, key);
  }
}

function isOwnedTarget(target: OpenedTarget, caller: Caller): boolean {
  return isOwnedBy(ownerOf(target), caller);
}

/** Id of the account or browser that owns a target. */
export function ownerIdOf(target: OpenedTarget): string {
  const { userId, browserId } = ownerOf(target);
  return userId ?? browserId ?? '';
}

function ownerOf(target: OpenedTarget): Owner {
  return target.kind === 'file' ? target.file : target.access.bundle;
}
