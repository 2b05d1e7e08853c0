import { z } from 'zod';
import {
  notificationChangeSchema,
  notificationSettingSchema,
  type NotificationSettings,
  notificationSettingsSchema,
} from '../dto/notification.dto.js';
import {
  changeNotificationSettings,
  getNotificationSettings,
  unsubscribe,
} from '../requests/notifications.requests.js';
import { defineRoute, jsonBody, jsonResponse } from './route.js';

const exampleSettings: NotificationSettings = {
  firstView: true,
  everyView: false,
  dailySummary: false,
  limitUsedUp: true,
  unopenedBeforeExpiry: true,
  filesReceived: true,
};

const unsubscribeQuery = z.object({
  key: z.string().max(100).describe('Key of the mail.'),
  kind: z.enum(notificationSettingSchema.options, { error: 'There is no such kind of mail' }),
});

/** Mails about what happens with files. */
export const notificationRoutes = {
  getNotifications: defineRoute({
    id: 'getNotifications',
    method: 'GET',
    path: '/api/user/notifications',
    group: 'accounts',
    summary: 'Get the notification settings of the account',
    access: 'account',
    scope: 'read',
    responses: { 200: jsonResponse(notificationSettingsSchema, exampleSettings) },
    requests: [getNotificationSettings],
  }),
  changeNotifications: defineRoute({
    id: 'changeNotifications',
    method: 'PUT',
    path: '/api/user/notifications',
    group: 'accounts',
    summary: 'Change the notification settings of the account',
    description: 'An omitted field stays unchanged. A link whose `notify` is off sends none of them.',
    access: 'account',
    scope: 'manage',
    body: jsonBody(notificationChangeSchema, { everyView: true }),
    responses: { 200: jsonResponse(notificationSettingsSchema, { ...exampleSettings, everyView: true }) },
    requests: [changeNotificationSettings],
  }),
  showUnsubscribe: defineRoute({
    id: 'showUnsubscribe',
    method: 'GET',
    path: '/api/notifications/unsubscribe',
    group: 'accounts',
    summary: 'Show the page that stops mails',
    description: 'For people who open the address of `List-Unsubscribe` in a browser. Changes nothing.',
    access: 'anyone',
    scope: 'public',
    query: unsubscribeQuery,
    responses: { 303: { description: 'To the page with the button', mediaTypes: null } },
    requests: [],
  }),
  unsubscribe: defineRoute({
    id: 'unsubscribe',
    method: 'POST',
    path: '/api/notifications/unsubscribe',
    group: 'accounts',
    summary: 'Stop one kind of mail',
    description:
      'One click by RFC 8058: from any origin, without cookies, with any body. The answer is the same for an unknown key.',
    access: 'anyone',
    scope: 'public',
    query: unsubscribeQuery,
    crossSite: true,
    responses: { 204: { description: 'Stopped', mediaTypes: null } },
    requests: [unsubscribe],
  }),
} as const;
