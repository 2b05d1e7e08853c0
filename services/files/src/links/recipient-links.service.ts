import { Injectable } from '@nestjs/common';
import { AppError, type Caller, type ErrorCode } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { contentOf } from '../bundle/bundle-contents.js';
import { isUsableByOwner } from '../owner/require-usable-by-owner.js';
import { PlansService } from '../plan/plans.service.js';
import { AnonymousQuotaService } from '../upload/anonymous-quota.service.js';
import { type OwnedTarget, LinkTargetsService, type TargetRef } from './link-targets.service.js';
import type { StoredLinkView } from './link.presenter.js';
import { LinksService } from './links.service.js';

/** Codes of the limits on links. */
const limitCodes: ReadonlySet<ErrorCode> = new Set(['links.limit-reached', 'request.too-many']);

/** Makes the links of share mails. */
@Injectable()
export class RecipientLinksService {
  constructor(
    private readonly database: DataSource,
    private readonly targets: LinkTargetsService,
    private readonly plans: PlansService,
    private readonly links: LinksService,
    private readonly anonymousQuota: AnonymousQuotaService,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a link for one recipient of a share mail, with the password of the target if it has one. Null if the mail
   * may contain the address of the target instead.
   * @throws AppError `auth.required` where only accounts may upload; `sharing.empty-bundle`;
   * `links.limit-reached`, `request.too-many` while the first link is switched off
   */
  async create(ref: TargetRef, caller: Caller, name: string): Promise<StoredLinkView | null> {
    const target = await this.targets.findOwned(ref, caller);
    const { row } = target;
    this.anonymousQuota.requireAllowed(row);
    await this.requireContent(target);
    const { passwordProtection: isPaid } = await this.plans.limitsOf(this.database.manager, row);
    if (!isPaid && row.isFirstLinkActive) return null;
    try {
      return await this.links.create(ref, caller, { name: name.slice(0, 100) }, row.passwordHash);
    } catch (error) {
      const isFull = limitCodes.has(AppError.from(error).code);
      if (isFull && row.isFirstLinkActive) return null;
      throw error;
    }
  }

  /** Requires a file that the recipient can open. A bundle without one has only a name, which can deceive. */
  private async requireContent({ kind, row }: OwnedTarget): Promise<void> {
    if (kind === 'file') return;
    const content = await contentOf(this.database.manager, row.id, this.clock.now());
    if (!content.some(({ file }) => isUsableByOwner(file))) throw new AppError('sharing.empty-bundle');
  }
}
