import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  changeNotificationSettings,
  getNotificationSettings,
  type InputOf,
  type OutputOf,
  unsubscribe,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { NotificationSettingsService } from './notification-settings.service.js';

@Controller()
export class NotificationSettingsRequests {
  constructor(
    private readonly database: DataSource,
    private readonly settings: NotificationSettingsService,
  ) {}

  @Handles(getNotificationSettings)
  get({
    userId,
  }: InputOf<typeof getNotificationSettings>): Promise<OutputOf<typeof getNotificationSettings>> {
    return this.settings.get(this.database.manager, userId);
  }

  @Handles(changeNotificationSettings)
  change({
    userId,
    form,
  }: InputOf<typeof changeNotificationSettings>): Promise<OutputOf<typeof changeNotificationSettings>> {
    return this.database.transaction((manager) => this.settings.change(manager, userId, form));
  }

  @Handles(unsubscribe)
  async unsubscribe({ key, kind }: InputOf<typeof unsubscribe>): Promise<OutputOf<typeof unsubscribe>> {
    await this.settings.unsubscribe(this.database.manager, key, kind);
    return {};
  }
}
