import { Inject, Injectable } from '@nestjs/common';
import type { DataOf, linkUsedUp, requestReceived } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import { shareUrl } from '../public-urls.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';
import type { NamedTarget } from '../targets/target.entity.js';
import { TargetsService } from '../targets/targets.service.js';
import { safeFileName, safePersonName, safeText } from '../untrusted-text/untrusted-text.policy.js';
import { MutedLinksService } from './muted-links.service.js';
import { NotificationSettingsService } from './notification-settings.service.js';
import { NotificationsService } from './notifications.service.js';

/** Mails about links that are used up, and about files that were sent to file requests. */
@Injectable()
export class OwnerNotificationsService {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly settings: NotificationSettingsService,
    private readonly mutedLinks: MutedLinksService,
    private readonly targets: TargetsService,
    @Inject(SHARING_MODULE_OPTIONS) private readonly options: SharingModuleOptions,
  ) {}

  async usedUp(manager: EntityManager, link: DataOf<typeof linkUsedUp>, target: NamedTarget): Promise<void> {
    const { userId, id: targetId } = target;
    if (userId === null || (await this.mutedLinks.has(manager, link.linkId))) return;
    if (!(await this.settings.get(manager, userId)).limitUsedUp) return;
    const { downloadLimit } = link;
    await this.notifications.add(manager, {
      userId,
      kind: 'limitUsedUp',
      targetId,
      dedupeKey: `used-up/${link.linkId}/${link.usedUpAt}`,
      values: {
        fileName: safeFileName(target.name),
        linkName: safeText(link.name ?? link.slug),
        limit: downloadLimit === 1 ? 'one download' : `${downloadLimit} downloads`,
        link: shareUrl(this.options.publicUrl, target),
      },
    });
  }

  /** Several files of one sender within a short time make one mail. */
  async received(manager: EntityManager, file: DataOf<typeof requestReceived>): Promise<void> {
    const { ownerId: userId, requestId, fileId: id, fileName: name } = file;
    // Marks the received file as opened. Only its owner can open it, so a warning that it expires unopened would be
    // useless. This mail takes the place of the one about the first view.
    await this.targets.open(manager, [{ id, kind: 'file', userId, name, isMailed: true }], file.receivedAt);
    if (!(await this.settings.get(manager, userId)).filesReceived) return;
    const sender = safePersonName(file.senderName ?? '');
    await this.notifications.collect(manager, {
      userId,
      kind: 'filesReceived',
      file: safeFileName(file.fileName),
      dedupeKey: `received/${requestId}/${file.senderName ?? ''}/${file.senderEmail ?? ''}`,
      values: { title: safeText(file.title), sender, link: `${this.options.publicUrl}/upload` },
    });
  }
}
