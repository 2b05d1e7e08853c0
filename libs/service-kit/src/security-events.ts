import type { Logger } from './logger.js';
import { metrics } from './metrics/metrics.js';

/** Names of security events. Log searches and alerts depend on them. */
export type SecurityEventName =
  | 'account.activated'
  | 'account.deleted'
  | 'account.expired'
  | 'account.sign-up'
  | 'account.suspended'
  | 'account.unsuspended'
  | 'administration.audit.export'
  | 'administration.file.restore'
  | 'administration.file.take-down'
  | 'administration.person.change-plan'
  | 'administration.person.delete'
  | 'administration.person.invite'
  | 'administration.person.sign-out'
  | 'administration.person.suspend'
  | 'administration.person.unsuspend'
  | 'administration.promotion.end'
  | 'administration.promotion.start'
  | 'administration.refused'
  | 'administration.report.dismiss'
  | 'administration.report.restore'
  | 'administration.report.take-down'
  | 'file-password.failed'
  | 'file-password.locked'
  | 'foreign-origin.refused'
  | 'link-code.failed'
  | 'link-code.locked'
  | 'log-in.failed'
  | 'log-in.locked'
  | 'log-in.not-activated'
  | 'log-in.succeeded'
  | 'log-in.suspended'
  | 'log-in.wrong-code'
  | 'passkey.added'
  | 'passkey.removed'
  | 'passkey.reused'
  | 'password.changed'
  | 'password.confirmation-failed'
  | 'password-reset.completed'
  | 'password-reset.refused'
  | 'password-reset.requested'
  | 'payment-event.refused'
  | 'plan.granted'
  | 'session.ended'
  | 'sessions.ended'
  | 'sign-up.locked'
  | 'single-sign-on.connected'
  | 'single-sign-on.disconnected'
  | 'token.created'
  | 'token.revoked'
  | 'totp.disabled'
  | 'totp.enabled';

/** Account and network of an event. Neither an e-mail address nor a client address. */
export interface SecurityEventDetails {
  /** Null: no or an unknown account. */
  readonly accountId?: string | null;
  /** Administrator who changed the account; left out if its owner did. */
  readonly actorId?: string | undefined;
  /** Keyed hash of the client's network; null where it is unknown. */
  readonly network?: string | null;
}

const recorded = metrics.counter({
  name: 'waybill_security_events_total',
  help: 'Security events such as log-ins, lockouts and password resets, by event.',
  labels: ['event'],
});

/** Records a security event (OWASP ASVS 16.3) as a structured log line and in a metric by event. */
export function recordSecurityEvent(
  logger: Logger,
  securityEvent: SecurityEventName,
  { accountId = null, network = null, actorId }: SecurityEventDetails = {},
): void {
  recorded.add({ event: securityEvent });
  const fields = { securityEvent, accountId, network, ...(actorId !== undefined && { actorId }) };
  logger.info(fields, `Security event: ${securityEvent}`);
}
