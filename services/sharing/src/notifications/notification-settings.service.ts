import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { requireAccount } from '@waybill/bus';
import type { NotificationSetting, NotificationSettings } from '@waybill/contracts';
import { type EntityManager, In } from 'typeorm';
import { NotificationSettingsRow } from './notification-settings.entity.js';

/** The defaults: on for rare mails that an owner would miss, off for mails that can be many. */
const DEFAULTS: NotificationSettings = {
  firstView: true,
  everyView: false,
  dailySummary: false,
  limitUsedUp: true,
  unopenedBeforeExpiry: true,
  filesReceived: true,
};

@Injectable()
export class NotificationSettingsService {
  async get(manager: EntityManager, userId: string): Promise<NotificationSettings> {
    const row = await manager.findOneBy(NotificationSettingsRow, { userId });
    return present(row ?? DEFAULTS);
  }

  /** @returns a function that looks up the settings of one of the accounts */
  async ofAll(
    manager: EntityManager,
    userIds: readonly string[],
  ): Promise<(userId: string) => NotificationSettings> {
    const rows = await manager.findBy(NotificationSettingsRow, { userId: In([...userIds]) });
    const found = new Map(rows.map((row) => [row.userId, present(row)]));
    return (userId) => found.get(userId) ?? DEFAULTS;
  }

  /** Belongs in a transaction. @throws AppError of `requireAccount` */
  async change(
    manager: EntityManager,
    userId: string,
    changes: Partial<NotificationSettings>,
  ): Promise<NotificationSettings> {
    await requireAccount(manager, userId);
    await this.ensureRow(manager, userId);
    if (Object.keys(changes).length > 0) await manager.update(NotificationSettingsRow, { userId }, changes);
    return this.get(manager, userId);
  }

  /** Unsubscribe key for the mails of the account. Creates the row of the settings if it is missing. */
  async unsubscribeKey(manager: EntityManager, userId: string): Promise<string> {
    await this.ensureRow(manager, userId);
    const row = await manager.findOneByOrFail(NotificationSettingsRow, { userId });
    return row.unsubscribeKey;
  }

  async unsubscribe(
    manager: EntityManager,
    unsubscribeKey: string,
    kind: NotificationSetting,
  ): Promise<void> {
    await manager.update(NotificationSettingsRow, { unsubscribeKey }, { [kind]: false });
  }

  private async ensureRow(manager: EntityManager, userId: string): Promise<void> {
    await manager
      .createQueryBuilder()
      .insert()
      .into(NotificationSettingsRow)
      .values({ userId, unsubscribeKey: randomUUID(), ...DEFAULTS })
      .orIgnore()
      .execute();
  }
}

function present(from: NotificationSettings): NotificationSettings {
  const { firstView, everyView, dailySummary, limitUsedUp, unopenedBeforeExpiry, filesReceived } = from;
  return { firstView, everyView, dailySummary, limitUsedUp, unopenedBeforeExpiry, filesReceived };
}
