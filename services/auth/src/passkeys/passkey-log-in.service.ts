import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  type InputOf,
  type logInWithPasskey,
  type OutputOf,
  type PasskeyOptions,
} from '@waybill/contracts';
import { Clock, SecurityLog } from '@waybill/service-kit';
import type { AuthenticationResponseJSON, VerifiedAuthenticationResponse } from '@simplewebauthn/server';
import { DataSource } from 'typeorm';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions } from '../auth.module-options.js';
import { ChallengeService } from '../challenges/challenge.service.js';
import { AttemptLimiterService } from '../limits/attempt-limiter.service.js';
import { attemptLimits } from '../limits/attempt.limits.js';
import { SignInService } from '../sessions/sign-in.service.js';
import { loadWebAuthn } from './load-web-authn.js';
import { challengeOf, logInKind, transportsOf } from './passkey.policy.js';
import { Passkey } from './passkey.entity.js';

type Verified = VerifiedAuthenticationResponse['authenticationInfo'];

/** Log-in with a passkey: no address, no password and no second step. */
@Injectable()
export class PasskeyLogInService {
  constructor(
    private readonly database: DataSource,
    private readonly challenges: ChallengeService,
    private readonly signIns: SignInService,
    private readonly attempts: AttemptLimiterService,
    private readonly securityLog: SecurityLog,
    private readonly clock: Clock,
    @Inject(AUTH_MODULE_OPTIONS) private readonly options: AuthModuleOptions,
  ) {}

  async begin(address: string): Promise<PasskeyOptions> {
    await this.attempts.consumeForNetwork(attemptLimits.logInsPerNetwork, address);
    const token = await this.challenges.create(logInKind, {});
    const { generateAuthenticationOptions } = await loadWebAuthn();
    const options = await generateAuthenticationOptions({
      rpID: this.options.publicUrl.hostname,
      challenge: Buffer.from(token, 'base64url'),
      userVerification: 'required',
    });
    return { ...options };
  }

  /** @throws AppError `auth.invalid-passkey`, `auth.suspended`, `auth.too-many-attempts` */
  async logIn({
    form,
    ...client
  }: InputOf<typeof logInWithPasskey>): Promise<OutputOf<typeof logInWithPasskey>> {
    await this.attempts.checkForNetwork(attemptLimits.logInFailuresPerNetwork, client.address);
    await this.attempts.consumeForNetwork(attemptLimits.logInsPerNetwork, client.address);
    const response = form.response as unknown as AuthenticationResponseJSON;
    const token = challengeOf(response.response.clientDataJSON);
    const challenge = await this.challenges.take(logInKind, token);
    const passkey = await this.database.manager.findOneBy(Passkey, { credentialId: response.id });
    const verified = token !== null && challenge && passkey && (await this.verify(response, token, passkey));
    if (!verified || !(await this.recordUse(passkey, verified, client.address)))
      throw await this.failure(client.address);
    const { id, accountId } = passkey;
    const session = await this.signIns.signIn({ id: accountId }, client, (manager) =>
      manager.existsBy(Passkey, { id }),
    );
    if (!session) throw await this.failure(client.address);
    return session;
  }

  private async verify(
    response: AuthenticationResponseJSON,
    expectedChallenge: string,
    { credentialId, publicKey, transports, accountId }: Passkey,
  ): Promise<Verified | null> {
    const { origin, hostname } = this.options.publicUrl;
    const { verifyAuthenticationResponse } = await loadWebAuthn();
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: hostname,
        // 0 disables the counter check of the library. `recordUse` compares and stores the counter in one statement,
        // without a race.
        credential: {
          id: credentialId,
          publicKey: new Uint8Array(publicKey),
          counter: 0,
          transports: transportsOf(transports),
        },
        requireUserVerification: true,
      });
      const { userHandle } = response.response;
      const isOwner =
        userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === accountId;
      return verified && isOwner ? authenticationInfo : null;
    } catch {
      return null;
    }
  }

  /**
   * Stores the signature counter.
   * @returns false if the counter did not grow, which indicates a cloned passkey. Devices without a counter always send
   * 0.
   */
  private async recordUse(
    passkey: Passkey,
    { newCounter, credentialBackedUp }: Verified,
    address: string,
  ): Promise<boolean> {
    const [, stored] = await this.database.query<[unknown[], number]>(
      `UPDATE passkeys SET counter = $2, is_synced = $3, last_used_at = $4
       WHERE id = $1 AND ($2::bigint > counter OR ($2::bigint = 0 AND counter = 0))`,
      [passkey.id, newCounter, credentialBackedUp, this.clock.now()],
    );
    if (stored === 0) this.securityLog.record('passkey.reused', { accountId: passkey.accountId, address });
    return stored > 0;
  }

  private async failure(address: string): Promise<AppError> {
    await this.attempts.countForNetwork(attemptLimits.logInFailuresPerNetwork, address);
    this.securityLog.record('log-in.failed', { address });
    return new AppError('auth.invalid-passkey');
  }
}
