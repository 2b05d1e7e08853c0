import { AppError, emailKey } from '@waybill/contracts';
import { RateLimiter } from '@waybill/redis';
import { AuthTestApp, failureOf, PASSWORD } from '../testing/auth-test-app.js';
import { PendingSignUpService } from '../sign-up/pending-sign-up.service.js';
import { attemptLimits } from '../limits/attempt.limits.js';

const HOME = '198.51.100.1';
const OFFICE = '10.0.0.1';
const ATTACKER = '203.0.113.9';

describe('log-ins at the same time', () => {
  let auth: AuthTestApp;

  beforeAll(async () => {
    auth = await AuthTestApp.start();
  });
  afterAll(() => auth.close());

  /** Tries to log in to as many accounts at once. @returns the codes of the refusals */
  async function tryAccounts(count: number, address: string) {
    const attempts = Array.from({ length: count }, () => auth.logIn(auth.anyEmail(), PASSWORD, address));
    return (await Promise.all(attempts.map(failureOf))).map((failure) => failure?.code);
  }

  const failuresLeft = async (address: string) => {
    const { logInFailuresPerNetwork } = attemptLimits;
    return (await auth.service.get(RateLimiter).peekForNetwork(logInFailuresPerNetwork, address)).remaining;
  };

  it('verifies at most thirty of many parallel attempts of a network at many accounts', async () => {
    await auth.service.get(RateLimiter).consumeForNetwork(attemptLimits.logInFailuresPerNetwork, OFFICE, 22);
    const codes = await tryAccounts(30, OFFICE);

    expect(codes.filter((code) => code === 'auth.invalid-credentials')).toHaveLength(8);
    expect(codes.filter((code) => code === 'auth.too-many-attempts')).toHaveLength(22);
  });

  it('accepts more than thirty right passwords of a network at the same time', async () => {
    const { email } = await auth.signUp();
    const others = await Promise.all(Array.from({ length: 4 }, () => auth.signUp()));
    const emails = [email, ...others.map((other) => other.email)];
    const address = '10.0.0.2';
    const attempts = Array.from({ length: 40 }, (_, at) =>
      failureOf(auth.logIn(emails[at % emails.length] ?? '', PASSWORD, address)),
    );

    expect((await Promise.all(attempts)).filter((failure) => failure !== null)).toEqual([]);
    expect(await failuresLeft(address)).toBe(attemptLimits.logInFailuresPerNetwork.points);
  });

  it('refuses a burst of one network with Retry-After, and serves another one meanwhile', async () => {
    const { email } = await auth.signUp();
    const burst = tryAccounts(28, ATTACKER);
    const served = auth.logIn(email, PASSWORD, HOME);

    await expect(served).resolves.toBeDefined();
    const codes = await burst;
    const verified = codes.filter((code) => code === 'auth.invalid-credentials').length;
    expect(codes.filter((code) => code === 'request.too-many').length).toBe(28 - verified);
    expect(verified).toBeLessThan(28);
  });

  it('counts neither right passwords nor those that were not verified as failures of a network', async () => {
    const { email } = await auth.signUp();
    const address = '203.0.113.10';
    const codes = await tryAccounts(28, address);
    const refused = codes.filter((code) => code === 'request.too-many').length;
    expect(refused).toBeGreaterThan(0);
    // A password that was verified counts, although the second verification of its refusal was refused.
    const left = await failuresLeft(address);
    expect(left).toBeGreaterThanOrEqual(2);
    expect(left).toBeLessThanOrEqual(2 + refused);

    await auth.logIn(email, PASSWORD, address);
    expect(await failuresLeft(address)).toBe(left);
  });

  it('leaves an account its attempts when its password was not verified', async () => {
    const { email } = await auth.signUp();
    const attempts = Array.from({ length: 10 }, () =>
      failureOf(auth.logIn(email, 'something else', ATTACKER)),
    );
    const verified = (await Promise.all(attempts)).filter(
      (failure) => failure?.code === 'auth.invalid-credentials',
    ).length;

    expect(verified).toBeLessThan(10);
    await expect(auth.logIn(email, PASSWORD, ATTACKER)).resolves.toBeDefined();
  });

  it('counts a wrong password against the account, also when the second verification was refused', async () => {
    const { email } = await auth.signUp();
    const busy = jest
      .spyOn(auth.service.get(PendingSignUpService), 'hasPassword')
      .mockRejectedValueOnce(new AppError('server.busy'));
    const failure = await failureOf(auth.logIn(email, 'something else', '203.0.113.11'));
    busy.mockRestore();

    expect(failure?.code).toBe('server.busy');
    const limit = attemptLimits.logInFailuresPerAccount;
    const { remaining } = await auth.service.get(RateLimiter).peek(limit, emailKey(email));
    expect(remaining).toBe(limit.points - 1);
    expect(await failuresLeft('203.0.113.11')).toBe(attemptLimits.logInFailuresPerNetwork.points - 1);
  });
});
