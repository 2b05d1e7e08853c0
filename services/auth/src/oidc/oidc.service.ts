import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  type beginOidc,
  type connectOidc,
  type finishOidc,
  type finishOidcWithCode,
  type InputOf,
  MINUTE_MS,
  type OutputOf,
} from '@waybill/contracts';
import { SecurityLog } from '@waybill/service-kit';
import { z } from 'zod';
import type { ChallengeKind } from '../challenges/challenge.service.js';
import { ChallengeService } from '../challenges/challenge.service.js';
import type { SignInClient } from '../devices/device.service.js';
import { AttemptLimiterService } from '../limits/attempt-limiter.service.js';
import { attemptLimits } from '../limits/attempt.limits.js';
import { ReauthenticationService } from '../passwords/reauthentication.service.js';
import { SessionService } from '../sessions/session.service.js';
import { SignInService } from '../sessions/sign-in.service.js';
import { TotpService } from '../totp/totp.service.js';
import { OidcAccountService } from './oidc-account.service.js';
import { OidcProviderService } from './oidc-provider.service.js';

const TTL_MS = 10 * MINUTE_MS;

const attemptKind = {
  name: 'oidc-attempt',
  ttlMs: TTL_MS,
  data: z.object({
    state: z.string(),
    nonce: z.string(),
    codeVerifier: z.string(),
    /** Account to which the identity will be connected; null for a sign-in. */
    accountId: z.uuid().nullable(),
  }),
} satisfies ChallengeKind<z.ZodType>;

/** Challenge of a person identified by the provider, until the code of the authenticator app is given. */
const codeKind = {
  name: 'oidc-code',
  ttlMs: TTL_MS,
  data: z.object({ accountId: z.uuid(), issuer: z.string(), subject: z.string() }),
} satisfies ChallengeKind<z.ZodType>;

/** An account, and the identity that signs in to it. */
type Identified = z.infer<typeof codeKind.data>;

/** Single sign-on by OpenID Connect. Each attempt belongs to one browser and is finished once, by any replica. */
@Injectable()
export class OidcService {
  constructor(
    private readonly provider: OidcProviderService,
    private readonly accounts: OidcAccountService,
    private readonly challenges: ChallengeService,
    private readonly signIns: SignInService,
    private readonly sessions: SessionService,
    private readonly totp: TotpService,
    private readonly reauthentication: ReauthenticationService,
    private readonly attempts: AttemptLimiterService,
    private readonly securityLog: SecurityLog,
  ) {}

  /**
   * Begins a sign-in.
   * @throws AppError `request.not-found` without a provider, `auth.sso-unavailable`, `auth.too-many-attempts`
   */
  async begin({ address }: InputOf<typeof beginOidc>): Promise<OutputOf<typeof beginOidc>> {
    this.provider.requireSettings();
    await this.attempts.consumeForNetwork(attemptLimits.logInsPerNetwork, address);
    return this.open(null);
  }

  /**
   * Begins to connect an identity with the account of the session.
   * @throws AppError `request.not-found` without a provider, `auth.sso-unavailable`, and those of `confirmRecent`
   */
  async connect({ form, ...session }: InputOf<typeof connectOidc>): Promise<OutputOf<typeof connectOidc>> {
    this.provider.requireSettings();
    await this.reauthentication.confirmRecent(session, form.password);
    return this.open(session.userId);
  }

  /**
   * Checks the provider's answer, and signs in, connects the identity, or asks for a code.
   * @throws AppError `auth.too-many-attempts`, `auth.sso-failed` for an unknown, ended or foreign attempt,
   * `auth.suspended`, and those of the provider (`OidcProviderService`) and the account (`OidcAccountService`)
   */
  async finish({
    attempt: token,
    sessionToken,
    answer,
    ...client
  }: InputOf<typeof finishOidc>): Promise<OutputOf<typeof finishOidc>> {
    this.provider.requireSettings();
    await this.attempts.consumeForNetwork(attemptLimits.logInsPerNetwork, client.address);
    const attempt = await this.challenges.read(attemptKind, token);
    // An answer to another attempt, such as one that a foreign site sends, must not end this one.
    if (!attempt || !isSame(answer['state'], attempt.state)) throw new AppError('auth.sso-failed');
    if (!(await this.challenges.take(attemptKind, token))) throw new AppError('auth.sso-failed');
    const identity = await this.provider.finish(answer, attempt);
    if (attempt.accountId !== null) {
      const account = sessionToken === null ? null : await this.sessions.findAccount(sessionToken);
      if (sessionToken === null || account?.id !== attempt.accountId) throw new AppError('auth.sso-failed');
      await this.accounts.connectWith(account.id, sessionToken, identity);
      this.securityLog.record('single-sign-on.connected', { accountId: account.id, address: client.address });
      return { outcome: 'connected' };
    }
    const account = await this.accounts.accountOf(identity, client.address);
    if (account.suspendedAt) throw this.signIns.refuseSuspended(account, client.address);
    await this.accounts.recordUse(identity);
    const { issuer, subject } = identity;
    const identified = { accountId: account.id, issuer, subject };
    if (await this.totp.isEnabled(account.id))
      return { outcome: 'code', attempt: await this.challenges.create(codeKind, identified) };
    const session = await this.signIn(identified, client);
    if (!session) throw new AppError('auth.sso-failed');
    return { outcome: 'session', ...session };
  }

  /**
   * A wrong code does not end the attempt. The rate limit of codes per account prevents guessing.
   * @throws AppError `auth.sso-failed` for an unknown or ended attempt, `auth.incorrect-code`, `auth.suspended`,
   * `auth.too-many-attempts`
   */
  async finishWithCode({
    attempt: token,
    code,
    ...client
  }: InputOf<typeof finishOidcWithCode>): Promise<OutputOf<typeof finishOidcWithCode>> {
    const attempt = await this.challenges.read(codeKind, token);
    if (!attempt) throw new AppError('auth.sso-failed');
    const { accountId } = attempt;
    if (await this.totp.isEnabled(accountId)) await this.totp.requireCode(accountId, code, client.address);
    const isFirst = await this.challenges.take(codeKind, token);
    const session = isFirst && (await this.signIn(attempt, client));
    if (!session) throw new AppError('auth.sso-failed');
    return session;
  }

  /** A reset of the password may have disconnected the identity since it was found. */
  private signIn({ accountId, ...identity }: Identified, client: SignInClient) {
    return this.signIns.signIn({ id: accountId }, client, (manager) =>
      this.accounts.isConnected(manager, accountId, identity),
    );
  }

  private async open(accountId: string | null): Promise<OutputOf<typeof beginOidc>> {
    const { url, secrets } = await this.provider.begin();
    return { url, attempt: await this.challenges.create(attemptKind, { ...secrets, accountId }) };
  }
}

function isSame(given: string | string[] | undefined, expected: string): boolean {
  if (typeof given !== 'string') return false;
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
