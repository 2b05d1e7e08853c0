import { bundleAccessed } from './bundle-accessed.event.js';
import { bundleChanged, bundleCreated } from './bundle-changed.event.js';
import { bundleDeleted } from './bundle-deleted.event.js';
import { bundleExpired } from './bundle-expired.event.js';
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
import { firstLinkChanged } from './first-link-changed.event.js';
import { linkChanged } from './link-changed.event.js';
import { linkCodeRequested } from './link-code-requested.event.js';
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

export * from './bundle-accessed.event.js';
export * from './bundle-changed.event.js';
export * from './bundle-deleted.event.js';
export * from './bundle-expired.event.js';
export * from './device-signed-in.event.js';
export * from './file-accessed.event.js';
export * from './file-deleted.event.js';
export * from './file-expired.event.js';
export * from './file-content-missing.event.js';
export * from './file-moderated.events.js';
export * from './file-read.event.js';
export * from './file-settings-changed.event.js';
export * from './file-uploaded.event.js';
export * from './invitation-created.event.js';
export * from './first-link-changed.event.js';
export * from './link-changed.event.js';
export * from './link-code-requested.event.js';
export * from './link-sent.event.js';
export * from './link-used-up.event.js';
export * from './notice-addressed.event.js';
export * from './notification-addressed.event.js';
export * from './notification-raised.event.js';
export * from './password-changed.event.js';
export * from './password-reset-requested.event.js';
export * from './promotion-changed.event.js';
export * from './request-received.event.js';
export * from './sign-in-method-added.event.js';
export * from './sign-up-repeated.event.js';
export * from './subscription-changed.event.js';
export * from './subscription-closed.event.js';
export * from './event-subscriptions.js';
export * from './two-step-log-in-changed.event.js';
export * from './user-activated.event.js';
export * from './user-deleted.event.js';
export * from './user-registered.event.js';
export * from './user-suspension-changed.event.js';
export * from './visit-in-progress.events.js';

/** All events: the registry from which documents are generated. */
export const allEvents = [
  userRegistered,
  userActivated,
  userDeleted,
  userSuspensionChanged,
  invitationCreated,
  signUpRepeated,
  passwordResetRequested,
  passwordChanged,
  deviceSignedIn,
  signInMethodAdded,
  twoStepLogInChanged,
  subscriptionChanged,
  subscriptionClosed,
  promotionChanged,
  fileUploaded,
  fileSettingsChanged,
  fileAccessed,
  fileRead,
  fileExpired,
  fileDeleted,
  firstLinkChanged,
  linkChanged,
  linkUsedUp,
  linkCodeRequested,
  fileTakenDown,
  fileRestored,
  fileInfected,
  fileContentMissing,
  noticeAddressed,
  notificationRaised,
  notificationAddressed,
  bundleCreated,
  bundleChanged,
  bundleAccessed,
  bundleExpired,
  bundleDeleted,
  linkSent,
  requestReceived,
  visitStarted,
  visitEnded,
] as const;
