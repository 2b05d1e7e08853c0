import { checkPasswordReset, requestPasswordReset, passwordResetRequested } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { AuthTestApp, failureOf } from '../testing/auth-test-app.js';

const GUESS = 'chosen by the attacker';

describe('protection against account enumeration', () => {
  let auth: AuthTestApp;

  beforeAll(async () => {
    auth = await AuthTestApp.start({ activationRequired: true });
  });
  afterAll(() => auth.close());

  async function activeAccount() {
    const { email } = await auth.signUp();
    await auth.activate(email);
    return email;
  }

  /** Signs up with the address and a known password, then logs in with both. */
  async function probe(email: string) {
    await auth.signUp({ email, password: GUESS });
    return (await failureOf(auth.logIn(email, GUESS)))?.toBody();
  }

  it('answers a log-in after a sign-up alike for unknown, registered and pending addresses', async () => {
    const pendingOfOther = (await auth.signUp()).email;
    const [unknown, known, pending] = [
      await probe(auth.anyEmail()),
      await probe(await activeAccount()),
      await probe(pendingOfOther),
    ];

    expect(unknown).toMatchObject({ statusCode: 403, code: 'auth.not-activated' });
    expect(known).toEqual(unknown);
    expect(pending).toEqual(unknown);
  });

  it('answers a log-in after a sign-up with an expired link alike for known and unknown addresses', async () => {
    const emails = [auth.anyEmail(), await activeAccount()];
    for (const email of emails) await probe(email);
    auth.clock.advance(48 * 3_600_000);

    for (const email of emails) {
      expect(await failureOf(auth.logIn(email, GUESS))).toMatchObject({ code: 'auth.invalid-credentials' });
    }
  });

  it('runs the same database queries for a reset link with an unknown token and an unknown address', async () => {
    const known = await activeAccount();
    const { driver } = auth.service.get<DataSource>(DataSource);
    const runner = driver.createQueryRunner('master');
    const prototype = Object.getPrototypeOf(runner) as { query: (sql: string) => unknown };
    await runner.release();
    async function queriesFor(email: string): Promise<number> {
      const query = jest.spyOn(prototype, 'query');
      await failureOf(auth.service.bus.request(checkPasswordReset, { token: 'x'.repeat(43), email }));
      const queries = query.mock.calls.filter(([sql]) => /FROM .*"(accounts|password_resets)"/.test(sql));
      query.mockRestore();
      return queries.length;
    }

    expect(await queriesFor(known)).toBe(1);
    expect(await queriesFor(auth.anyEmail())).toBe(1);
  });

  it('limits reset links per network', async () => {
    const email = await activeAccount();
    const address = '203.0.113.77';
    const outcomes = [];
    for (let attempt = 0; attempt < 101; attempt++) {
      const link = { token: 'x'.repeat(43), email, address };
      outcomes.push((await failureOf(auth.service.bus.request(checkPasswordReset, link)))?.code);
    }

    expect(outcomes.slice(0, 100)).toEqual(Array(100).fill('auth.invalid-reset-link'));
    expect(outcomes[100]).toBe('auth.too-many-attempts');
    await auth.service.bus.request(requestPasswordReset, { email, address: '203.0.113.78' });
    const { token } = auth.publishedOf(passwordResetRequested, email).at(-1)!;
    await expect(
      auth.service.bus.request(checkPasswordReset, { token, email, address: '203.0.113.78' }),
    ).resolves.toHaveProperty('message');
  });
});
