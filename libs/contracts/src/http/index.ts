import { adminPeopleRoutes } from './admin-people.routes.js';
import { adminPromotionRoutes } from './admin-promotion.routes.js';
import { adminRoutes } from './admin.routes.js';
import { accountRoutes } from './accounts.routes.js';
import { analyticsRoutes } from './analytics.routes.js';
import { billingRoutes } from './billing.routes.js';
import { configRoutes } from './config.routes.js';
import { bundleRoutes } from './bundles.routes.js';
import { transferRoutes } from './transfer.routes.js';
import { apiDocsRoutes } from './api-docs.routes.js';
import { fileRoutes } from './files.routes.js';
import { fileRequestRoutes } from './file-requests.routes.js';
import { linkRoutes } from './links.routes.js';
import { liveRoutes } from './live.routes.js';
import { notificationRoutes } from './notifications.routes.js';
import { mailboxRoutes } from './mailbox.routes.js';
import { healthRoutes } from './health.routes.js';
import type { RouteContract } from './route.js';
import { passkeyRoutes } from './passkeys.routes.js';
import { signInRoutes } from './sign-in.routes.js';
import { sessionRoutes } from './sessions.routes.js';
import { totpRoutes } from './totp.routes.js';
import { tokenRoutes } from './tokens.routes.js';
import { sharingRoutes } from './sharing.routes.js';
import { unlockedPreviewRoutes } from './unlocked-previews.routes.js';
import { uploadRoutes } from './uploads.routes.js';
import { webhookRoutes } from './webhooks.routes.js';

export * from './access-table.js';
export * from './accounts.routes.js';
export * from './admin-people.routes.js';
export * from './admin-promotion.routes.js';
export * from './admin.routes.js';
export * from './analytics.routes.js';
export * from './billing.routes.js';
export * from './config.routes.js';
export * from './bundles.routes.js';
export * from './transfer.routes.js';
export * from './api-docs.routes.js';
export { exampleFileId } from './examples.js';
export * from './files.routes.js';
export * from './file-requests.routes.js';
export * from './links.routes.js';
export * from './live.routes.js';
export * from './mailbox.routes.js';
export * from './notifications.routes.js';
export * from './health.routes.js';
export * from './route-errors.js';
export * from './route.js';
export * from './passkeys.routes.js';
export * from './sign-in.routes.js';
export * from './sessions.routes.js';
export * from './sharing.routes.js';
export * from './tokens.routes.js';
export * from './unlocked-previews.routes.js';
export * from './uploads.routes.js';
export * from './totp.routes.js';
export * from './webhooks.routes.js';

/** All routes of the HTTP API. */
export const allRoutes: readonly RouteContract[] = [
  accountRoutes,
  sessionRoutes,
  signInRoutes,
  passkeyRoutes,
  tokenRoutes,
  totpRoutes,
  transferRoutes,
  unlockedPreviewRoutes,
  uploadRoutes,
  fileRoutes,
  linkRoutes,
  fileRequestRoutes,
  bundleRoutes,
  sharingRoutes,
  webhookRoutes,
  notificationRoutes,
  analyticsRoutes,
  liveRoutes,
  billingRoutes,
  adminRoutes,
  adminPeopleRoutes,
  adminPromotionRoutes,
  configRoutes,
  healthRoutes,
  mailboxRoutes,
  apiDocsRoutes,
].flatMap((group) => Object.values<RouteContract>(group));
