import { accountRoutes } from './accounts.routes.js';
import { analyticsRoutes } from './analytics.routes.js';
import { billingRoutes } from './billing.routes.js';
import { byteRoutes } from './bytes.routes.js';
import { documentRoutes } from './documents.routes.js';
import { fileRoutes } from './files.routes.js';
import { mailboxRoutes } from './mailbox.routes.js';
import { operationRoutes } from './operation.routes.js';
import type { RouteContract } from './route.js';
import { sessionRoutes } from './sessions.routes.js';
import { sharingRoutes } from './sharing.routes.js';

export * from './accounts.routes.js';
export * from './analytics.routes.js';
export * from './billing.routes.js';
export * from './bytes.routes.js';
export * from './documents.routes.js';
export { exampleFileId } from './examples.js';
export * from './files.routes.js';
export * from './mailbox.routes.js';
export * from './operation.routes.js';
export * from './route-errors.js';
export * from './route.js';
export * from './sessions.routes.js';
export * from './sharing.routes.js';

/** Every call there is. */
export const allRoutes: readonly RouteContract[] = [
  accountRoutes,
  sessionRoutes,
  byteRoutes,
  fileRoutes,
  sharingRoutes,
  analyticsRoutes,
  billingRoutes,
  operationRoutes,
  mailboxRoutes,
  documentRoutes,
].flatMap((group) => Object.values<RouteContract>(group));
