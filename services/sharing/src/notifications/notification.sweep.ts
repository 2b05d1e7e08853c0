import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '@waybill/contracts';
import { Clock, LOGGER, type Logger, PeriodicSweep } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { countOf, formatDay, listOf } from '../mail-text.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';
import { TargetsService } from '../targets/targets.service.js';
import { safeFileName } from '../untrusted-text/untrusted-text.policy.js';
import { NotificationSettingsService } from './notification-settings.service.js';
import { NotificationsService } from './notifications.service.js';
import { presentUnopened, type UnopenedTarget } from './unopened-targets.presenter.js';

const EVERY_MS = 5_000;
const BATCH = 200;
/** Targets of one owner whose expiries are at most this far apart are warned of in one mail. */
const WARNED_TOGETHER_MS = HOUR_MS;
/** Maximum number of targets that one mail warns of. Further ones get a mail of their own. */
const MAX_WARNED = 10_000;
/** Condition of targets that expire unopened between $1 and $2. */
const UNOPENED = `user_id IS NOT NULL AND opened_at IS NULL AND warned_at IS NULL AND NOT is_unavailable
  AND delete_at > $1 AND delete_at <= $2 AND delete_at - interval '24 hours' > expiry_set_at`;
/** Daily summaries are sent from this hour (UTC) of the next day on. */
const SUMMARY_HOUR = 6;
const RETENTION_MS = 7 * DAY_MS;
/**
 * Retention of the ids of deleted targets, and of expired targets. The same as the retention of the inbox: no event is
 * expected to arrive later than that.
 */
const ENDED_TARGET_RETENTION_MS = 30 * DAY_MS;
const CLEAN_UP_EVERY_MS = HOUR_MS;

interface DailyViews {
  readonly target_id: string;
  readonly name: string;
  readonly views: number;
}

/**
 * Raises notifications that are due by time: collected files, files that expire unopened, daily summaries. Deletes old
 * rows.
 */
@Injectable()
export class NotificationSweep extends PeriodicSweep {
  private cleanedUpAt = 0;

  constructor(
    private readonly database: DataSource,
    private readonly notifications: NotificationsService,
    private readonly settings: NotificationSettingsService,
    private readonly targets: TargetsService,
    private readonly clock: Clock,
    @Inject(SHARING_MODULE_OPTIONS) private readonly options: SharingModuleOptions,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('Sending notifications failed', logger, EVERY_MS);
  }

  async sweep(): Promise<void> {
    await this.database.transaction((manager) => this.notifications.raiseDue(manager, BATCH));
    await this.warnOfUnopened();
    await this.summarise();
    await this.cleanUp();
  }

  private async warnOfUnopened(): Promise<void> {
    const now = this.clock.now();
    const owners = await this.database.query<{ user_id: string }[]>(
      `SELECT DISTINCT user_id FROM targets WHERE ${UNOPENED} LIMIT $3`,
      [now, new Date(now.getTime() + DAY_MS), BATCH],
    );
    for (const { user_id: userId } of owners) {
      await this.database.transaction((manager) => this.warn(manager, userId, now));
    }
  }

  /** Warns of all targets of the owner in one mail, because a bundle can have hundreds of files. */
  private async warn(manager: EntityManager, userId: string, now: Date): Promise<void> {
    const [rows] = await manager.query<[UnopenedTarget[], number]>(
      `UPDATE targets SET warned_at = $1
       WHERE id = ANY (ARRAY(SELECT id FROM targets WHERE ${UNOPENED} AND user_id = $3
                      ORDER BY id LIMIT $4 FOR NO KEY UPDATE))
       RETURNING id, kind, name, delete_at`,
      [now, new Date(now.getTime() + DAY_MS + WARNED_TOGETHER_MS), userId, MAX_WARNED],
    );
    if (rows.length === 0 || !(await this.settings.get(manager, userId)).unopenedBeforeExpiry) return;
    await this.notifications.add(manager, {
      userId,
      kind: 'unopenedBeforeExpiry',
      dedupeKey: `unopened/${userId}/${now.toISOString()}`,
      ...presentUnopened(rows, this.options.publicUrl),
    });
  }

  private async summarise(): Promise<void> {
    // Shifted by SUMMARY_HOUR, so that the views of a day become due at that hour of the next day.
    const today = new Date(this.clock.now().getTime() - SUMMARY_HOUR * HOUR_MS).toISOString().slice(0, 10);
    const due: { user_id: string; day: string }[] = await this.database.query(
      'SELECT DISTINCT user_id, day::text AS day FROM daily_views WHERE day < $1 LIMIT $2',
      [today, BATCH],
    );
    for (const { user_id: userId, day } of due) {
      await this.database.transaction(async (manager) => {
        const [rows] = await manager.query<[DailyViews[], number]>(
          'DELETE FROM daily_views WHERE user_id = $1 AND day = $2 RETURNING target_id, name, views',
          [userId, day],
        );
        if (rows.length === 0 || !(await this.settings.get(manager, userId)).dailySummary) return;
        const sorted = rows.toSorted((a, b) => b.views - a.views || a.name.localeCompare(b.name));
        const total = rows.reduce((sum, { views }) => sum + views, 0);
        const isAdded = await this.notifications.add(manager, {
          userId,
          kind: 'dailySummary',
          dedupeKey: `summary/${userId}/${day}`,
          values: {
            day: formatDay(new Date(day)),
            total: countOf(total, 'view'),
            lines: listOf(
              sorted.map(({ name, views }) => `${safeFileName(name)}: ${countOf(views, 'view')}`),
            ),
            link: `${this.options.publicUrl}/overview`,
          },
        });
        if (!isAdded) await addDailyViews(manager, userId, today, rows);
      });
    }
  }

  private async cleanUp(): Promise<void> {
    const now = this.clock.now().getTime();
    if (now - this.cleanedUpAt < CLEAN_UP_EVERY_MS) return;
    this.cleanedUpAt = now;
    await this.database.query('DELETE FROM notified_visitors WHERE notified_at < $1', [
      new Date(now - HOUR_MS),
    ]);
    await this.database.query('DELETE FROM notifications WHERE raised_at IS NOT NULL AND created_at < $1', [
      new Date(now - RETENTION_MS),
    ]);
    await this.targets.purge(this.database.manager, new Date(now - ENDED_TARGET_RETENTION_MS));
  }
}

/** Counts views that arrived after the summary of their day in the summary of a later day. */
async function addDailyViews(
  manager: EntityManager,
  userId: string,
  day: string,
  late: readonly DailyViews[],
): Promise<void> {
  await manager.query(
    `INSERT INTO daily_views (user_id, day, target_id, name, views)
     SELECT $1, $2, target_id, name, views
     FROM jsonb_to_recordset($3) AS late (target_id uuid, name text, views int) ORDER BY target_id
     ON CONFLICT (user_id, day, target_id) DO UPDATE SET views = daily_views.views + excluded.views`,
    [userId, day, JSON.stringify(late)],
  );
}
