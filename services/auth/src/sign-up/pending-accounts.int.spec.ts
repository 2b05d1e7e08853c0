import {
  passwordResetRequested,
  requestPasswordReset,
  userDeleted,
  userRegistered,
  verifyEmail,
  HOUR_MS,
} from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { AuthTestApp, failureOf } from '../testing/auth-test-app.js';
import { UnactivatedAccountSweep } from './unactivated-account.sweep.js';

describe('pending accounts', () => {
  let auth: AuthTestApp;

  beforeAll(async () => {
    auth = await AuthTestApp.start({ activationRequired: true });
  });
  afterAll(() => auth.close());

  const sweep = () => auth.service.get<UnactivatedAccountSweep>(UnactivatedAccountSweep).sweep();
  const accountsOf = (userId: string) =>
    auth.service.get<DataSource>(DataSource).query('SELECT 1 FROM accounts WHERE id = $1', [userId]);

  it('refuses a sign-up with a look-alike address', async () => {
    const email = auth.anyEmail();
    const lookAlike = email.replace('ada', '\uff41da');

    expect(await failureOf(auth.signUp({ email: lookAlike }))).toMatchObject({ status: 400 });
  });

  it('mails the activation link to the spelling of each sign-up', async () => {
    const email = auth.anyEmail();
    await auth.signUp({ email: email.toUpperCase(), password: 'chosen by the attacker' });
    await auth.signUp({ email });

    expect(auth.publishedOf(userRegistered, email)).toHaveLength(1);
    await auth.activate(email);
    expect((await auth.logIn(email)).user.email).toBe(email);
  });

  it('takes the spelling of the sign-up whose link is followed', async () => {
    const email = auth.anyEmail();
    await auth.signUp({ email });
    await auth.signUp({ email: email.toUpperCase(), password: 'chosen by the attacker' });
    const token = auth.publishedOf(userRegistered, email)[0]!.activationToken!;
    await auth.service.bus.request(verifyEmail, { token, email });

    expect((await auth.logIn(email)).user.email).toBe(email);
  });

  it('mails a reset link to the spelling of the newest sign-up', async () => {
    const email = auth.anyEmail();
    await auth.signUp({ email: email.toUpperCase(), password: 'chosen by the attacker' });
    await auth.signUp({ email });
    await auth.service.bus.request(requestPasswordReset, { email, address: email });

    expect(auth.publishedOf(passwordResetRequested, email)).toHaveLength(1);
  });

  it('deletes an account that was never activated with its last activation link', async () => {
    const { email } = await auth.signUp();
    const { userId } = auth.publishedOf(userRegistered, email)[0]!;
    auth.clock.advance(47 * HOUR_MS);
    await auth.signUp({ email });
    auth.clock.advance(47 * HOUR_MS);
    await sweep();
    expect(await accountsOf(userId)).toHaveLength(1);

    auth.clock.advance(HOUR_MS);
    await Promise.all([sweep(), sweep()]);

    expect(await accountsOf(userId)).toEqual([]);
    expect(auth.publishedOf(userDeleted, userId)).toEqual([{ userId }]);
  });

  it('keeps an account whose owner signs up again while it is being deleted', async () => {
    const { email } = await auth.signUp();
    const { userId } = auth.publishedOf(userRegistered, email)[0]!;
    auth.clock.advance(48 * HOUR_MS);
    const database = auth.service.get<DataSource>(DataSource);
    // Pauses the statement that selects the account after it has taken its snapshot.
    await database.query(`
      ALTER TABLE password_resets RENAME TO resets;
      CREATE VIEW password_resets AS SELECT resets.*
        FROM (SELECT pg_advisory_xact_lock_shared(1)::text AS waited OFFSET 0) AS pause
        LEFT JOIN resets ON true WHERE waited IS NOT NULL
    `);
    const pause = database.createQueryRunner();
    try {
      await pause.query('SELECT pg_advisory_lock(1)');
      const sweeping = sweep();
      await eventually(async () => {
        const waiting = await database.query(
          "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 1",
        );
        expect(waiting).toHaveLength(1);
      });
      await auth.signUp({ email });
      await pause.query('SELECT pg_advisory_unlock(1)');
      await sweeping;
    } finally {
      await pause.release();
      await database.query('DROP VIEW password_resets; ALTER TABLE resets RENAME TO password_resets');
    }

    expect(await accountsOf(userId)).toHaveLength(1);
    await auth.activate(email);
    expect((await auth.logIn(email)).user.id).toBe(userId);
  });

  it('keeps an activated account and an account with an open reset link', async () => {
    const active = await auth.signUp();
    await auth.activate(active.email);
    const waiting = await auth.signUp();
    auth.clock.advance(48 * HOUR_MS - 1);
    await auth.service.bus.request(requestPasswordReset, { email: waiting.email, address: waiting.email });
    auth.clock.advance(1);
    await sweep();

    for (const { email } of [active, waiting]) {
      expect(await accountsOf(auth.publishedOf(userRegistered, email)[0]!.userId)).toHaveLength(1);
    }
  });
});
