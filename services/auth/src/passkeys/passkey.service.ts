import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  type addPasskey,
  AppError,
  type beginPasskey,
  type InputOf,
  type PasskeyOptions,
  type PasskeyView,
  type removePasskey,
  type renamePasskey,
  signInMethodAdded,
} from '@waybill/contracts';
import { Clock, SecurityLog } from '@waybill/service-kit';
import type { RegistrationResponseJSON, VerifiedRegistrationResponse } from '@simplewebauthn/server';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions } from '../auth.module-options.js';
import { ChallengeService } from '../challenges/challenge.service.js';
import { ReauthenticationService } from '../passwords/reauthentication.service.js';
import { SessionService } from '../sessions/session.service.js';
import { loadWebAuthn } from './load-web-authn.js';
import {
  challengeOf,
  MAX_CREDENTIAL_ID_BYTES,
  MAX_PASSKEYS,
  registrationKind,
  transportsOf,
} from './passkey.policy.js';
import { Passkey } from './passkey.entity.js';
import { presentPasskey } from './passkey.presenter.js';

/** Adds, lists, renames and removes the passkeys of an account. */
@Injectable()
export class PasskeyService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly challenges: ChallengeService,
    private readonly reauthentication: ReauthenticationService,
    private readonly sessions: SessionService,
    private readonly securityLog: SecurityLog,
    private readonly clock: Clock,
    @Inject(AUTH_MODULE_OPTIONS) private readonly options: AuthModuleOptions,
  ) {}

  async list(accountId: string): Promise<PasskeyView[]> {
    const passkeys = await this.database.manager.find(Passkey, {
      where: { accountId },
      order: { createdAt: 'DESC' },
    });
    return passkeys.map(presentPasskey);
  }

  /** @throws AppError `auth.too-many-passkeys`, and those of `ReauthenticationService.confirmRecent` */
  async begin({ form, ...session }: InputOf<typeof beginPasskey>): Promise<PasskeyOptions> {
    const account = await this.reauthentication.confirmRecent(session, form.password);
    const existing = await this.database.manager.findBy(Passkey, { accountId: account.id });
    if (existing.length >= MAX_PASSKEYS) throw new AppError('auth.too-many-passkeys');
    const token = await this.challenges.create(registrationKind, { accountId: account.id });
    const { generateRegistrationOptions } = await loadWebAuthn();
    const options = await generateRegistrationOptions({
      rpName: 'Waybill',
      rpID: this.options.publicUrl.hostname,
      userID: Buffer.from(account.id),
      userName: account.email,
      userDisplayName: account.name,
      challenge: Buffer.from(token, 'base64url'),
      excludeCredentials: existing.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: transportsOf(transports),
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { ...options };
  }

  /** @throws AppError `auth.required`, `auth.passkey-refused`, `auth.too-many-passkeys` */
  async add({ userId, sessionToken, form, address }: InputOf<typeof addPasskey>): Promise<PasskeyView> {
    const response = form.response as unknown as RegistrationResponseJSON;
    const token = challengeOf(response.response.clientDataJSON);
    const challenge = await this.challenges.take(registrationKind, token);
    if (token === null || challenge?.accountId !== userId) throw new AppError('auth.passkey-refused');
    const { registrationInfo } = await this.verify(response, token);
    if (!registrationInfo) throw new AppError('auth.passkey-refused');
    const { credential, credentialBackedUp } = registrationInfo;
    if (Buffer.byteLength(credential.id, 'base64url') > MAX_CREDENTIAL_ID_BYTES)
      throw new AppError('auth.passkey-refused');
    const passkey: Passkey = {
      id: randomUUID(),
      accountId: userId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: String(credential.counter),
      transports: credential.transports ?? [],
      name: form.name,
      isSynced: credentialBackedUp,
      createdAt: this.clock.now(),
      lastUsedAt: null,
    };
    await this.insert(passkey, sessionToken);
    this.securityLog.record('passkey.added', { accountId: userId, address });
    return presentPasskey(passkey);
  }

  /** @throws AppError `auth.passkey-not-found` */
  async rename({ userId, passkeyId, form }: InputOf<typeof renamePasskey>): Promise<PasskeyView> {
    const where = { id: passkeyId, accountId: userId };
    await this.database.manager.update(Passkey, where, { name: form.name });
    const passkey = await this.database.manager.findOneBy(Passkey, where);
    if (!passkey) throw new AppError('auth.passkey-not-found');
    return presentPasskey(passkey);
  }

  async remove({ userId, passkeyId, address }: InputOf<typeof removePasskey>): Promise<void> {
    const { affected } = await this.database.manager.delete(Passkey, { id: passkeyId, accountId: userId });
    if (affected) this.securityLog.record('passkey.removed', { accountId: userId, address });
  }

  private async verify(
    response: RegistrationResponseJSON,
    expectedChallenge: string,
  ): Promise<VerifiedRegistrationResponse> {
    const { origin, hostname } = this.options.publicUrl;
    const { verifyRegistrationResponse } = await loadWebAuthn();
    try {
      return await verifyRegistrationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: hostname,
        requireUserVerification: true,
      });
    } catch (error) {
      throw new AppError('auth.passkey-refused', undefined, { cause: error });
    }
  }

  /** Locks the account, so that concurrent calls cannot exceed the limit. */
  private async insert(passkey: Passkey, sessionToken: string | undefined): Promise<void> {
    const { accountId } = passkey;
    await this.database.transaction(async (manager) => {
      const account = await manager.findOne(Account, {
        where: { id: accountId },
        lock: { mode: 'for_no_key_update' },
      });
      if (!account) throw new AppError('auth.passkey-refused');
      if (sessionToken !== undefined && !(await this.sessions.exists(manager, accountId, sessionToken)))
        throw new AppError('auth.required');
      if ((await manager.countBy(Passkey, { accountId })) >= MAX_PASSKEYS)
        throw new AppError('auth.too-many-passkeys');
      // No row is inserted if the credential is already registered, for another account or for this one.
      const { raw } = (await manager
        .createQueryBuilder()
        .insert()
        .into(Passkey)
        .values(passkey)
        .orIgnore()
        .returning('id')
        .execute()) as { raw: unknown[] };
      if (raw.length === 0) throw new AppError('auth.passkey-refused');
      await this.outbox.add(manager, signInMethodAdded, accountId, {
        userId: accountId,
        name: account.name,
        email: account.email,
        method: 'passkey',
        label: passkey.name,
      });
    });
  }
}
