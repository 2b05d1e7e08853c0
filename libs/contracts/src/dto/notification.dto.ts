import { z } from 'zod';

const choice = z.boolean({ error: 'Please choose on or off' });

/** GET /api/user/notifications: which mails an account gets. */
export const notificationSettingsSchema = z.object({
  firstView: z.boolean().describe('Somebody opened a file or bundle for the first time.'),
  everyView: z.boolean().describe('Every view, at most one mail for each visitor and hour.'),
  dailySummary: z.boolean().describe('The views of the day before, if there were any.'),
  limitUsedUp: z.boolean().describe('The last download that a link allows was used.'),
  unopenedBeforeExpiry: z.boolean().describe('Nobody has opened a file, and it expires in 24 hours.'),
  filesReceived: z.boolean().describe('Somebody sent files to a file request.'),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

export const notificationSettingSchema = notificationSettingsSchema.keyof();
export type NotificationSetting = z.infer<typeof notificationSettingSchema>;

/** PUT /api/user/notifications. An omitted field stays unchanged. */
export const notificationChangeSchema = z.object({
  firstView: choice.optional(),
  everyView: choice.optional(),
  dailySummary: choice.optional(),
  limitUsedUp: choice.optional(),
  unopenedBeforeExpiry: choice.optional(),
  filesReceived: choice.optional(),
});
