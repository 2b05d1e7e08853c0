import { busEntities, busMigrations } from '@waybill/bus';
import type { ServiceDatabase } from '@waybill/database';
import { NotificationSettingsRow } from '../notifications/notification-settings.entity.js';
import { Notification } from '../notifications/notification.entity.js';
import { OutgoingMail } from '../outgoing-mails/outgoing-mail.entity.js';
import { Target } from '../targets/target.entity.js';
import { WebhookDelivery } from '../webhooks/webhook-delivery.entity.js';
import { Webhook } from '../webhooks/webhook.entity.js';
import { CreateMails1795219200000 } from './migrations/1795219200000-create-mails.js';
import { CreateNotifications1795338900000 } from './migrations/1795338900000-create-notifications.js';
import { CreateWebhooks1795335700000 } from './migrations/1795335700000-create-webhooks.js';
import { DeleteMailsOfCodes1795665600000 } from './migrations/1795665600000-delete-mails-of-codes.js';
import { IndexDailyViewsOfTargets1795816802000 } from './migrations/1795816802000-index-daily-views-of-targets.js';
import { KnowPublishedDeletions1795867000000 } from './migrations/1795867000000-know-published-deletions.js';
import { IndexTargetsByExpiry1795816801000 } from './migrations/1795816801000-index-targets-by-expiry.js';
import { KnowFirstViewsDue1795730400000 } from './migrations/1795730400000-know-first-views-due.js';
import { KnowTargetsOfVisits1795816800000 } from './migrations/1795816800000-know-targets-of-visits.js';
import { KnowUnopenedTargets1795678800000 } from './migrations/1795678800000-know-unopened-targets.js';
import { MarkDeletedTargets1795355100000 } from './migrations/1795355100000-mark-deleted-targets.js';

/** Schema of the sharing service. No other service reads or writes it. */
export const sharingDatabase: ServiceDatabase = {
  schema: 'sharing',
  entities: [
    ...busEntities,
    OutgoingMail,
    Target,
    Webhook,
    WebhookDelivery,
    Notification,
    NotificationSettingsRow,
  ],
  migrations: [
    ...busMigrations,
    CreateMails1795219200000,
    CreateWebhooks1795335700000,
    CreateNotifications1795338900000,
    MarkDeletedTargets1795355100000,
    DeleteMailsOfCodes1795665600000,
    KnowUnopenedTargets1795678800000,
    KnowFirstViewsDue1795730400000,
    KnowTargetsOfVisits1795816800000,
    IndexTargetsByExpiry1795816801000,
    IndexDailyViewsOfTargets1795816802000,
    KnowPublishedDeletions1795867000000,
  ],
};
