import {
  beginTotp,
  confirmTotp,
  getTotp,
  logIn,
  type OutputOf,
  removeTotp,
  twoStepLogInChanged,
} from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { Secret, TOTP } from 'otpauth';
import { DataSource } from 'typeorm';
import { AuthTestApp, failureOf, PASSWORD } from '../testing/auth-test-app.js';
import { TotpService } from '../totp/totp.service.js';

const STEP_MS = 30_000;
const refused = (code: string) => expect.objectContaining({ code });

describe('two-step log-in', () => {
  let auth: AuthTestApp;
  beforeAll(async () => {
    auth = await AuthTestApp.start();
  });
  afterAll(() => auth.close());

  const request: AuthTestApp['service']['bus']['request'] = (contract, input) =>
    auth.service.bus.request(contract, input);
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: auth.clock.now().getTime() + steps * STEP_MS,
    });

  /** An account with a confirmed secret, and the time step after its first code. */
  async function enabled() {
    const person = await auth.signUpAndLogIn();
    const session = { userId: person.user.id, sessionToken: person.sessionToken };
    const { secret, url } = await request(beginTotp, { ...session, form: { password: PASSWORD } });
    const { recoveryCodes } = await request(confirmTotp, { ...session, code: codeOf(secret) });
    auth.clock.advance(STEP_MS);
    const enter = (code?: string, password = PASSWORD): Promise<OutputOf<typeof logIn>> =>
      request(logIn, {
        form: { email: person.email, password, ...(code !== undefined && { code }) },
        address: crypto.randomUUID(),
        userAgent: 'jest',
      });
    return { ...person, session, secret, url, recoveryCodes, enter };
  }

  it('asks for a code after the right password, and for none after a wrong one', async () => {
    const { enter, secret, user } = await enabled();
    await expect(enter()).rejects.toEqual(refused('auth.code-required'));
    await expect(enter(undefined, 'something else')).rejects.toEqual(refused('auth.invalid-credentials'));
    await expect(enter(codeOf(secret), 'something else')).rejects.toEqual(
      refused('auth.invalid-credentials'),
    );
    expect((await enter(codeOf(secret))).user.id).toBe(user.id);
  });

  it('gives the app a secret and a URL of the same, and stores it encrypted', async () => {
    const { secret, url, email } = await enabled();
    expect(secret).toMatch(/^[A-Z2-7]{32,}$/);
    expect(new URL(url).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(url)).toContain(`Waybill:${email}`);
    const rows: unknown = await auth.service.get<DataSource>(DataSource).query('SELECT * FROM totp_secrets');
    const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
    for (const encoding of ['hex', 'base64'] as const)
      expect(JSON.stringify(rows)).not.toContain(bytes.toString(encoding).slice(0, 30));
  });

  it('accepts a clock that is one step ahead or behind, and no more', async () => {
    const { enter, secret, user } = await enabled();
    await expect(enter(codeOf(secret, 2))).rejects.toEqual(refused('auth.incorrect-code'));
    auth.clock.advance(2 * STEP_MS);
    await expect(enter(codeOf(secret, -2))).rejects.toEqual(refused('auth.incorrect-code'));
    expect((await enter(codeOf(secret, -1))).user.id).toBe(user.id);
    expect((await enter(codeOf(secret, 1))).user.id).toBe(user.id);
  });

  it('accepts a code once, also in parallel, and none of an earlier step', async () => {
    const { enter, secret } = await enabled();
    const code = codeOf(secret);
    const results = await Promise.allSettled([enter(code), enter(code), enter(code)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(enter(codeOf(secret, -1))).rejects.toEqual(refused('auth.incorrect-code'));
  });

  it('accepts each recovery code once', async () => {
    const { enter, recoveryCodes, user, session } = await enabled();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ''] = recoveryCodes;
    expect((await enter(code.toUpperCase().replaceAll('-', ' '))).user.id).toBe(user.id);
    await expect(enter(code)).rejects.toEqual(refused('auth.incorrect-code'));
    expect(await request(getTotp, session)).toEqual({ isEnabled: true, recoveryCodesLeft: 9 });
  });

  it('limits guesses, over all networks, and records each guess and the lock', async () => {
    const { enter, secret, user } = await enabled();
    for (let guess = 0; guess < 10; guess++)
      await expect(enter('000000')).rejects.toEqual(refused('auth.incorrect-code'));
    await expect(enter(codeOf(secret))).rejects.toEqual(refused('auth.too-many-attempts'));
    const events = auth.logLines.filter(
      ({ accountId, network }) => accountId === user.id && network !== null,
    );
    expect(events.slice(-11).map(({ securityEvent }) => securityEvent)).toEqual([
      ...Array<string>(10).fill('log-in.wrong-code'),
      'log-in.locked',
    ]);
  });

  it('two-step log-in has no effect before it is confirmed, and cannot be begun again after it', async () => {
    const { email, user, sessionToken } = await auth.signUpAndLogIn();
    const session = { userId: user.id, sessionToken };
    const first = await request(beginTotp, { ...session, form: { password: PASSWORD } });
    expect((await auth.logIn(email)).user.id).toBe(user.id);
    const { secret } = await request(beginTotp, { ...session, form: { password: PASSWORD } });
    await expect(request(confirmTotp, { ...session, code: codeOf(first.secret) })).rejects.toEqual(
      refused('auth.wrong-code'),
    );
    await request(confirmTotp, { ...session, code: codeOf(secret) });
    await expect(request(beginTotp, { ...session, form: { password: PASSWORD } })).rejects.toEqual(
      refused('auth.totp-enabled'),
    );
  });

  it('two-step log-in is turned off with the password and a code, or a recovery code', async () => {
    const { enter, session, recoveryCodes, secret, user } = await enabled();
    const remove = (password: string, code: string) =>
      request(removeTotp, { ...session, form: { password, code } });
    await expect(remove('something else', codeOf(secret))).rejects.toEqual(
      refused('auth.wrong-current-password'),
    );
    await expect(remove(PASSWORD, '000000')).rejects.toEqual(refused('auth.wrong-code'));
    await remove(PASSWORD, recoveryCodes[0] ?? '');
    expect((await enter()).user.id).toBe(user.id);
    await expect(remove(PASSWORD, codeOf(secret))).rejects.toEqual(refused('auth.totp-disabled'));
  });

  it('notifies the owner by mail when two-step log-in is turned on or off', async () => {
    const { user, session, email, recoveryCodes } = await enabled();
    const on = { userId: user.id, name: user.name, email, isOn: true };
    expect(auth.publishedOf(twoStepLogInChanged, email)).toEqual([on]);
    const form = { password: PASSWORD, code: recoveryCodes[0] ?? '' };
    await request(removeTotp, { ...session, form });
    expect(auth.publishedOf(twoStepLogInChanged, email)).toEqual([on, { ...on, isOn: false }]);
  });

  it('two-step log-in can be turned off while a log-in uses up a recovery code', async () => {
    const { user } = await enabled();
    const database = auth.service.get<DataSource>(DataSource);
    const logIn = database.createQueryRunner();
    await logIn.startTransaction();
    await logIn.query('SELECT FROM totp_secrets WHERE account_id = $1 FOR UPDATE', [user.id]);
    const removed = failureOf(auth.service.get(TotpService).remove(user.id));
    await eventually(async () => {
      const waiting = await database.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(waiting).toHaveLength(1);
    });
    const used = failureOf(logIn.query('DELETE FROM recovery_codes WHERE account_id = $1', [user.id]));
    expect(await used).toBeNull();
    await logIn.commitTransaction();
    await logIn.release();
    expect(await removed).toBeNull();
  });
});
