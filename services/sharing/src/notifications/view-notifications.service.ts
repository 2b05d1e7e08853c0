import { Inject, Injectable } from '@nestjs/common';
import { type DataOf, HOUR_MS, type NotificationSettings, type visitStarted } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import { formatTime } from '../mail-text.js';
import { analyticsUrl } from '../public-urls.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';
import { targetIdOf, TargetsService } from '../targets/targets.service.js';
import { safeFileName, safeText } from '../untrusted-text/untrusted-text.policy.js';
import { MutedLinksService } from './muted-links.service.js';
import { NotificationSettingsService } from './notification-settings.service.js';
import { NotificationsService } from './notifications.service.js';

type Visit = DataOf<typeof visitStarted>;

/** Mails about visits, at most one for each visit. */
@Injectable()
export class ViewNotificationsService {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly settings: NotificationSettingsService,
    private readonly mutedLinks: MutedLinksService,
    private readonly targets: TargetsService,
    private readonly clock: Clock,
    @Inject(SHARING_MODULE_OPTIONS) private readonly options: SharingModuleOptions,
  ) {}

  /** Applies visits in one transaction. Ignores visits of owners. */
  async addAll(manager: EntityManager, visits: readonly Visit[]): Promise<void> {
    // Sorted, so that two transactions that lock rows of the same owners cannot deadlock.
    const others = visits
      .filter(({ isOwner }) => !isOwner)
      .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
    if (others.length === 0) return;
    const muted = await this.mutedLinks.of(manager, [...new Set(others.map(({ linkId }) => linkId))]);
    const isMailed = (visit: Visit) => !muted.has(visit.linkId) && !visit.throughBundleId;
    const targets = others.map((visit) => ({
      id: targetIdOf(visit),
      kind: kindOf(visit),
      userId: visit.ownerId,
      name: visit.name,
      isMailed: isMailed(visit),
    }));
    const firstViewed = await this.targets.open(manager, targets, others[0]?.at ?? '');
    const settings = await this.settings.ofAll(manager, [...new Set(others.map(({ ownerId }) => ownerId))]);
    for (const visit of others) {
      const isFirst = isMailed(visit) && firstViewed.delete(targetIdOf(visit));
      const choices = settings(visit.ownerId);
      if (!muted.has(visit.linkId)) await this.add(manager, visit, isFirst, choices);
    }
  }

  private async add(
    manager: EntityManager,
    visit: Visit,
    isFirst: boolean,
    settings: NotificationSettings,
  ): Promise<void> {
    const targetId = targetIdOf(visit);
    if (settings.dailySummary) await count(manager, visit, targetId);
    // No mail for a file opened through a bundle: the visit of the bundle causes one. An archive of a hundred files
    // would otherwise cause a hundred mails.
    if (visit.throughBundleId) return;
    const kind = isFirst && settings.firstView ? 'firstView' : 'everyView';
    if (!settings[kind]) return;
    const isDue = await this.recordNotified(manager, visit);
    if (kind === 'everyView' && !isDue) return;
    await this.notifications.add(manager, {
      userId: visit.ownerId,
      kind,
      targetId,
      dedupeKey: `visit/${visit.visitId}`,
      values: {
        fileName: safeFileName(visit.name),
        visitor: safeText(visit.email ?? ''),
        place: [visit.city, visit.country].filter((part) => part !== '').join(', '),
        device: safeText(visit.browser),
        openedAt: formatTime(new Date(visit.at)),
        link: analyticsUrl(this.options.publicUrl, {
          kind: kindOf(visit),
          id: targetId,
        }),
      },
    });
  }

  /** Records that a mail about the visitor is due. @returns false if the last one was recorded within the last hour */
  private async recordNotified(manager: EntityManager, { ownerId, visitor }: Visit): Promise<boolean> {
    const now = this.clock.now();
    const rows: unknown[] = await manager.query(
      `INSERT INTO notified_visitors (user_id, visitor, notified_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, visitor) DO UPDATE SET notified_at = excluded.notified_at
       WHERE notified_visitors.notified_at <= $4 RETURNING user_id`,
      [ownerId, visitor, now, new Date(now.getTime() - HOUR_MS)],
    );
    return rows.length > 0;
  }
}

function kindOf({ bundleId }: Visit): 'bundle' | 'file' {
  return bundleId === null ? 'file' : 'bundle';
}

function orderOf(visit: Visit): string {
  return [visit.ownerId, targetIdOf(visit), visit.visitor, visit.at].join(' ');
}

async function count(manager: EntityManager, { ownerId, name, at }: Visit, targetId: string): Promise<void> {
  await manager.query(
    `INSERT INTO daily_views (user_id, day, target_id, name, views)
     VALUES ($1, ($2::timestamptz AT TIME ZONE 'UTC')::date, $3, $4, 1)
     ON CONFLICT (user_id, day, target_id) DO UPDATE SET views = daily_views.views + 1, name = excluded.name`,
    [ownerId, at, targetId, name],
  );
}
