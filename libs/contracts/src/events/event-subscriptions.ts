import { bundleAccessed } from './bundle-accessed.event.js';
import { bundleChanged, bundleCreated } from './bundle-changed.event.js';
import { bundleDeleted } from './bundle-deleted.event.js';
import { bundleExpired } from './bundle-expired.event.js';
import type { EventContract } from '../message.js';
import type { ServiceName } from '../requests/health.requests.js';
import { deviceSignedIn } from './device-signed-in.event.js';
import { fileAccessed } from './file-accessed.event.js';
import { fileContentMissing } from './file-content-missing.event.js';
import { fileDeleted } from './file-deleted.event.js';
import { fileExpired } from './file-expired.event.js';
import { fileInfected, fileRestored, fileTakenDown } from './file-moderated.events.js';
import { fileRead } from './file-read.event.js';
import { fileSettingsChanged } from './file-settings-changed.event.js';
import { fileUploaded } from './file-uploaded.event.js';
import { invitationCreated } from './invitation-created.event.js';
import { linkCodeRequested } from './link-code-requested.event.js';
import { firstLinkChanged } from './first-link-changed.event.js';
import { linkChanged } from './link-changed.event.js';
import { linkSent } from './link-sent.event.js';
import { linkUsedUp } from './link-used-up.event.js';
import { noticeAddressed } from './notice-addressed.event.js';
import { notificationAddressed } from './notification-addressed.event.js';
import { notificationRaised } from './notification-raised.event.js';
import { passwordChanged } from './password-changed.event.js';
import { passwordResetRequested } from './password-reset-requested.event.js';
import { promotionChanged } from './promotion-changed.event.js';
import { requestReceived } from './request-received.event.js';
import { signInMethodAdded } from './sign-in-method-added.event.js';
import { twoStepLogInChanged } from './two-step-log-in-changed.event.js';
import { signUpRepeated } from './sign-up-repeated.event.js';
import { subscriptionChanged } from './subscription-changed.event.js';
import { subscriptionClosed } from './subscription-closed.event.js';
import { userActivated } from './user-activated.event.js';
import { userDeleted } from './user-deleted.event.js';
import { userRegistered } from './user-registered.event.js';
import { userSuspensionChanged } from './user-suspension-changed.event.js';
import { visitEnded, visitStarted } from './visit-in-progress.events.js';

/**
 * Events that each service consumes. The bus keeps events for a service even if it has never run. A service does
 * not start if its consumers differ from this list.
 */
export const eventSubscriptions: Readonly<Record<ServiceName, readonly EventContract[]>> = {
  auth: [
    subscriptionChanged,
    promotionChanged,
    fileTakenDown,
    fileRestored,
    fileInfected,
    fileContentMissing,
    notificationRaised,
  ],
  files: [
    subscriptionChanged,
    subscriptionClosed,
    promotionChanged,
    userActivated,
    userDeleted,
    userSuspensionChanged,
  ],
  sharing: [
    userRegistered,
    invitationCreated,
    signUpRepeated,
    passwordResetRequested,
    passwordChanged,
    deviceSignedIn,
    signInMethodAdded,
    twoStepLogInChanged,
    noticeAddressed,
    notificationAddressed,
    userDeleted,
    userSuspensionChanged,
    fileUploaded,
    fileSettingsChanged,
    fileExpired,
    fileDeleted,
    fileInfected,
    fileTakenDown,
    bundleCreated,
    bundleChanged,
    bundleExpired,
    bundleDeleted,
    linkChanged,
    firstLinkChanged,
    linkUsedUp,
    visitStarted,
    visitEnded,
    requestReceived,
    linkCodeRequested,
  ],
  analytics: [
    fileUploaded,
    fileSettingsChanged,
    fileAccessed,
    fileRead,
    fileExpired,
    fileDeleted,
    fileTakenDown,
    fileRestored,
    fileInfected,
    fileContentMissing,
    bundleCreated,
    bundleChanged,
    bundleAccessed,
    bundleExpired,
    bundleDeleted,
    linkChanged,
    firstLinkChanged,
    linkSent,
    userDeleted,
  ],
  billing: [userRegistered, userDeleted],
};
