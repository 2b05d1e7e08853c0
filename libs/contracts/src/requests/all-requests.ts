import type { RequestContract } from '../message.js';
import * as analytics from './analytics.requests.js';
import * as audit from './audit.requests.js';
import * as auth from './auth.requests.js';
import * as billing from './billing.requests.js';
import * as bundles from './bundles.requests.js';
import * as fileRequests from './file-requests.requests.js';
import * as files from './files.requests.js';
import * as passkeys from './passkey.requests.js';
import * as people from './people.requests.js';
import * as signIn from './sign-in.requests.js';
import * as tokens from './token.requests.js';
import * as totp from './totp.requests.js';
import { checkHealthOf, serviceNames } from './health.requests.js';
import * as links from './links.requests.js';
import * as mailbox from './mailbox.requests.js';
import * as notifications from './notifications.requests.js';
import * as moderation from './moderation.requests.js';
import * as owners from './owners.requests.js';
import * as resumableUploads from './resumable-uploads.requests.js';
import * as sharing from './sharing.requests.js';
import * as unlockedPreviews from './unlocked-previews.requests.js';
import * as visits from './visits.requests.js';
import * as webhooks from './webhooks.requests.js';

/** All requests: the registry from which documents are generated. */
export const allRequests: readonly RequestContract[] = [
  ...[
    auth,
    signIn,
    passkeys,
    people,
    tokens,
    totp,
    files,
    unlockedPreviews,
    visits,
    resumableUploads,
    bundles,
    links,
    fileRequests,
    sharing,
    webhooks,
    notifications,
    mailbox,
    analytics,
    billing,
    audit,
    moderation,
    owners,
  ].flatMap((module) => Object.values<unknown>(module)),
  ...serviceNames.map(checkHealthOf),
].filter(isRequest);

function isRequest(value: unknown): value is RequestContract {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'request';
}
