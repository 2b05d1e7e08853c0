import { z } from 'zod';
import {
  notificationChangeSchema,
  notificationSettingSchema,
  notificationSettingsSchema,
} from '../dto/notification.dto.js';
import { defineRequest } from '../message.js';
import { emptySchema } from './caller.js';

export const getNotificationSettings = defineRequest(
  'sharing.notifications.get',
  z.object({ userId: z.uuid() }),
  notificationSettingsSchema,
);

export const changeNotificationSettings = defineRequest(
  'sharing.notifications.change',
  z.object({ userId: z.uuid(), form: notificationChangeSchema }),
  notificationSettingsSchema,
);

/** Switches one kind of mail off for the account that the key of the mail belongs to. Unknown keys change nothing. */
export const unsubscribe = defineRequest(
  'sharing.notifications.unsubscribe',
  z.object({ key: z.uuid(), kind: notificationSettingSchema }),
  emptySchema,
);
