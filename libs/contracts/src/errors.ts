import { formatSizeLimit, type PlanId } from './plans.js';
import { uiMessages } from './ui-messages.js';
import { describeFileLimit, describeSizeLimit } from './upload-limit-messages.js';

interface ErrorEntry<P = never> {
  /** HTTP status of the response. */
  readonly status: number;
  /** The sentence that the user sees (spec §5, §8). */
  readonly message: [P] extends [never] ? string : (params: P) => string;
}

function entry(status: number, message: string): ErrorEntry;
function entry<P>(status: number, message: (params: P) => string): ErrorEntry<P>;
function entry(status: number, message: unknown): unknown {
  return { status, message };
}

interface TierLimit {
  readonly limit: number;
  readonly tier: PlanId;
}

interface TierSize {
  /** In bytes. */
  readonly maxFileSize: number;
  readonly tier: PlanId;
}

/** All errors of the API. Codes are stable: clients may rely on them. */
export const errorCatalogue = {
  'request.invalid': entry(400, 'Please check the highlighted fields.'),
  'request.malformed': entry(400, 'The request could not be read.'),
  'request.unsupported-type': entry(415, 'This content type is not supported here.'),
  'request.expectation-failed': entry(417, 'The header Expect of the request cannot be fulfilled.'),
  'request.too-large': entry(413, 'The request is too large.'),
  'request.headers-too-large': entry(431, 'The headers of the request are too large.'),
  'request.timeout': entry(408, 'The request took too long to arrive.'),
  'request.not-found': entry(404, 'There is nothing at this address.'),
  'request.method-not-allowed': entry(405, 'This address does not take that method.'),
  'request.foreign-origin': entry(403, 'This request came from another site and was refused.'),
  'request.aborted': entry(400, 'The upload was cut off before it was complete.'),
  'request.too-many': entry(429, 'Too many requests. Please wait a moment and try again.'),
  'server.failed': entry(500, uiMessages.serverFailed),
  'server.unavailable': entry(503, 'Waybill is briefly unavailable. Please try again in a moment.'),
  'server.timeout': entry(503, 'The answer took too long. Please try again in a moment.'),
  'server.storage-full': entry(507, 'There is no room left to keep this file.'),
  'server.busy': entry(503, 'Waybill is busy with other transfers. Please try again in a moment.'),

  'auth.required': entry(401, 'Please log in to continue'),
  'auth.invalid-credentials': entry(401, 'Wrong e-mail address or password'),
  'auth.not-activated': entry(403, 'Please activate your account with the link we e-mailed you'),
  'auth.too-many-attempts': entry(429, 'Too many attempts. Please wait a moment and try again.'),
  'auth.invalid-verification-link': entry(400, 'Invalid verification link'),
  'auth.expired-verification-link': entry(400, 'This verification link is invalid or has expired'),
  'auth.invalid-reset-link': entry(400, 'Invalid or expired reset link'),
  'auth.wrong-current-password': entry(400, 'Current password is incorrect'),
  'auth.sign-up-closed': entry(403, 'Sign-up is closed on this Waybill.'),
  'auth.invitation-required': entry(403, 'Sign-up needs an invitation. Please ask an administrator for one.'),
  'auth.invalid-invitation': entry(
    403,
    'This invitation was used, has expired or is for another e-mail address',
  ),
  'auth.sign-up-domain': entry(403, 'Sign-up is not open for this e-mail address'),
  'auth.suspended': entry(403, 'This account is suspended. Please contact the administrator.'),
  'auth.invalid-token': entry(401, 'This access token is unknown, expired or revoked'),
  'auth.outside-scope': entry(403, 'This access token does not cover this call'),
  'auth.too-many-tokens': entry(409, 'An account can have 100 access tokens. Please revoke one first.'),
  'auth.code-required': entry(401, 'Please enter the code of your authenticator app'),
  'auth.incorrect-code': entry(401, 'Incorrect code'),
  'auth.wrong-code': entry(400, 'Incorrect code'),
  'auth.totp-enabled': entry(409, 'Two-step log-in is on already'),
  'auth.totp-disabled': entry(409, 'Two-step log-in is off already'),
  'auth.sso-unavailable': entry(
    503,
    'The sign-in service cannot be reached right now. Please try again in a moment, or log in another way.',
  ),
  'auth.sso-failed': entry(400, 'Signing in did not work, or took too long. Please try again.'),
  'auth.sso-refused': entry(
    403,
    'The sign-in service did not let you in. Please try again, or log in another way.',
  ),
  'auth.sso-unverified-email': entry(
    403,
    'The sign-in service did not confirm an e-mail address for you, so you cannot be signed in.',
  ),
  'auth.sso-account-exists': entry(
    409,
    'There is an account for your e-mail address already. Please log in with its password, then connect it on the security tab.',
  ),
  'auth.sso-taken': entry(409, 'This sign-in is connected with another account already'),
  'auth.recent-log-in-required': entry(403, 'Please log in again to confirm that it is you'),
  'admin.own-account': entry(
    409,
    'You cannot suspend or delete the account that you are logged in with. Please ask another administrator.',
  ),
  'admin.account-exists': entry(
    409,
    'This address has an account already. The person can log in, or set a new password by e-mail.',
  ),
  'admin.promotion-in-past': entry(400, 'The promotion must end in the future'),
  'admin.person-not-found': entry(404, 'There is no such account'),
  'auth.no-password': entry(
    409,
    'This account has no password yet. Please set one on the security tab first.',
  ),
  'auth.has-password': entry(409, 'This account has a password already'),
  'auth.password-needed': entry(409, 'Please set a password first, so that you can still log in'),
  'auth.invalid-passkey': entry(
    401,
    'This passkey is not known here, or its log-in took too long. Please try again.',
  ),
  'auth.passkey-refused': entry(400, 'This passkey could not be added. Please try again.'),
  'auth.passkey-not-found': entry(404, 'There is no such passkey'),
  'auth.too-many-passkeys': entry(409, 'An account can have 25 passkeys. Please remove one first.'),
  'auth.password-too-common': entry(400, 'This password is too common. Please choose another one.'),

  'files.not-found': entry(404, 'File not found'),
  'files.expired': entry(410, 'File has expired'),
  'files.login-required': entry(401, 'Please log in to access this file'),
  'files.forbidden': entry(403, 'You do not have permission to access this file'),
  'files.password-required': entry(401, 'This file is protected by a password'),
  'files.incorrect-password': entry(401, 'Incorrect password'),
  'files.too-many-attempts': entry(429, 'Too many attempts. Please wait a moment and try again.'),
  'files.limit-reached': entry(403, describeFileLimit),
  'files.too-large': entry(413, describeSizeLimit),
  'files.too-many-transfers': entry(
    429,
    'Too many uploads or downloads are running from your network. Please wait until one has ended.',
  ),
  'files.too-many-uploads': entry(
    429,
    'Your network has uploaded a lot without an account. Please log in, or try again later.',
  ),
  'files.too-many-anonymous-uploads': entry(
    503,
    'Waybill has received a lot without an account. Please log in, or try again later.',
  ),
  'files.too-slow': entry(408, 'The transfer was too slow and was ended.'),
  'files.none-sent': entry(400, 'Please choose a file to upload'),
  'files.upload-not-open': entry(409, 'This upload is no longer open. Please start it again.'),
  'uploads.not-found': entry(404, 'There is no such upload. Please start it again.'),
  'uploads.unsupported-version': entry(412, 'This server speaks version 1.0.0 of the tus protocol.'),
  'uploads.malformed-header': entry(
    400,
    ({ header }: { readonly header: string }) => `The header ${header} is missing or malformed.`,
  ),
  'uploads.name-missing': entry(400, 'The metadata of an upload must contain a filename.'),
  'uploads.no-concatenation': entry(400, 'Please send each file as one upload. Parts are not joined.'),
  'uploads.wrong-offset': entry(409, 'The upload continues at another offset.'),
  'uploads.length-declared': entry(400, 'The length of this upload was declared already.'),
  'uploads.beyond-length': entry(413, 'The upload is longer than its declared length.'),
  'uploads.being-written': entry(
    423,
    'Another request is writing to this upload. Please try again in a moment.',
  ),
  'uploads.wrong-checksum': entry(460, 'The bytes do not match their checksum. Please send them again.'),
  'uploads.unknown-checksum': entry(400, 'Checksums can be made with sha1, sha256 and crc32.'),
  'uploads.key-reused': entry(409, 'Another upload was created with this Idempotency-Key.'),
  'uploads.finished': entry(403, 'This upload is finished. Please delete the file instead.'),
  'files.range-not-satisfiable': entry(416, 'The requested part of the file does not exist.'),
  'files.expiry-in-past': entry(400, 'The expiry date must be in the future'),
  'files.expiry-not-in-plan': entry(403, 'Your plan does not include this expiry. Please upgrade to use it.'),
  'files.password-not-in-plan': entry(
    403,
    'Password protection is not part of your plan. Please upgrade to use it.',
  ),
  'files.preview-pending': entry(409, 'The preview is still being made'),
  'files.no-preview': entry(404, 'Preview not available for this file type'),
  'files.taken-down': entry(410, uiMessages.fileTakenDown),
  'files.being-scanned': entry(409, 'This file is being checked for malware. Please try again in a moment.'),
  'files.too-many-reports': entry(
    429,
    'Your network has sent many reports in a short time. Please wait and try again.',
  ),
  'files.report-not-found': entry(404, 'There is no such report'),
  'files.infected': entry(403, uiMessages.fileInfected),
  'files.content-missing': entry(
    500,
    'The content of this file is missing on the server. Its owner and the operator have been informed.',
  ),

  'links.not-found': entry(404, 'Link not found'),
  'links.revoked': entry(410, 'This link was switched off by its owner'),
  'links.expired': entry(410, 'This link has expired'),
  'links.used-up': entry(410, 'This link has been used up'),
  'links.view-only': entry(403, 'This link is for viewing only: the file cannot be downloaded with it'),
  'links.machine-refused': entry(403, 'This link is limited, so programs cannot fetch the file with it'),
  'links.email-not-allowed': entry(403, 'This link was not made for that e-mail address'),
  'links.incorrect-code': entry(401, 'This code is wrong or has expired'),
  'links.too-many-codes': entry(
    429,
    'Too many codes were mailed. Please use the button in one of these mails, or wait and try again.',
  ),
  'links.too-many-wrong-codes': entry(
    429,
    'Too many wrong codes were entered. Please use the button in the mail instead.',
  ),
  'links.mail-link-used': entry(401, 'This mail was used already or is too old. Please ask for another one.'),
  'links.slug-taken': entry(409, 'This address is taken. Please choose another one.'),
  'links.first-link': entry(
    409,
    'The first link follows the settings of the file. Its name can change, and it can be switched off.',
  ),
  'links.limit-reached': entry(
    403,
    ({ limit, tier }: TierLimit) => `You can only make up to ${limit} links per file with your ${tier} tier`,
  ),
  'links.email-not-in-plan': entry(
    403,
    'Asking for e-mail addresses is not part of your plan. Please upgrade to use it.',
  ),
  'links.slug-not-in-plan': entry(
    403,
    'Choosing the address of a link is not part of your plan. Please upgrade to use it.',
  ),
  'bundles.not-found': entry(404, 'Bundle not found'),
  'bundles.expired': entry(410, 'Bundle has expired'),
  'bundles.empty': entry(404, 'This bundle has no files to download'),
  'bundles.file-taken': entry(
    409,
    ({ name }: { readonly name: string }) => `“${name}” is in another bundle. Please remove it there first.`,
  ),
  'bundles.limit-reached': entry(403, 'You have too many bundles. Please delete one first.'),
  'bundles.full': entry(403, 'This bundle cannot take more files.'),
  'bundles.preparing': entry(503, 'This download is being prepared. Please try again in a moment.'),

  'requests.not-found': entry(404, 'There is no such file request'),
  'requests.forbidden': entry(403, 'This file request belongs to someone else'),
  'requests.closed': entry(410, 'This file request is closed: it takes no more files'),
  'requests.full': entry(410, 'This file request is full: it takes no more files'),
  'requests.expired': entry(410, 'This file request has expired: it takes no more files'),
  'requests.deleted': entry(410, 'This file request was deleted: it takes no more files'),
  'requests.password-required': entry(401, 'This file request needs a password'),
  'requests.file-too-large': entry(
    413,
    ({ maxFileSize }: { readonly maxFileSize: number }) =>
      `This file request takes files of up to ${formatSizeLimit(maxFileSize)}`,
  ),
  'requests.no-room': entry(
    403,
    'The person who asks has no room for more files right now. Please tell them, or try again later.',
  ),
  'requests.too-many-unfinished': entry(
    429,
    'Too many uploads to this file request are unfinished. Please finish them, or try again later.',
  ),
  'requests.slug-not-in-plan': entry(
    403,
    'Choosing the address of a file request is not part of your plan. Please upgrade to use it.',
  ),
  'requests.limit-reached': entry(403, 'You have too many file requests. Please delete one first.'),

  'sharing.too-many-mails': entry(
    429,
    'You have sent many e-mails in a short time. Please wait and try again.',
  ),
  'sharing.empty-bundle': entry(
    409,
    'This bundle has no files that its recipient could open. Please add a file first.',
  ),
  'sharing.qr-failed': entry(500, 'Failed to generate QR code'),

  'live.too-many-streams': entry(429, 'Too many pages of yours watch at once. Please close some of them.'),

  'webhooks.not-found': entry(404, 'There is no such webhook'),
  'webhooks.delivery-not-found': entry(404, 'There is no such delivery'),
  'webhooks.private-address': entry(
    400,
    'Webhooks are not sent to private, loopback or link-local addresses. Please enter a public address.',
  ),
  'webhooks.too-many': entry(409, 'An account can have 20 webhooks. Please delete one first.'),
  'webhooks.disabled': entry(409, 'This webhook is switched off. Please switch it on first.'),

  'analytics.not-found': entry(404, 'No analytics for this file yet'),

  'billing.nothing-to-cancel': entry(409, 'There is no paid subscription to cancel'),
  'billing.unknown-account': entry(404, 'There is no account with this e-mail address'),
  'billing.provider-unavailable': entry(
    503,
    'The payment provider cannot be reached right now. Nothing was changed; please try again in a moment.',
  ),
  'billing.not-configured': entry(503, 'Paid plans cannot be bought on this Waybill yet'),
  'billing.invalid-signature': entry(400, 'The signature of this event is missing, wrong or too old'),
} as const satisfies Record<string, ErrorEntry | ErrorEntry<TierLimit> | ErrorEntry<TierSize>>;

export type ErrorCode = keyof typeof errorCatalogue;

/** All codes of the catalogue. */
export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

/** Values in the sentence of a code; `undefined` for a fixed sentence. */
export type ErrorParams<C extends ErrorCode> = (typeof errorCatalogue)[C]['message'] extends (
  params: infer P,
) => string
  ? P
  : undefined;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value);
}
