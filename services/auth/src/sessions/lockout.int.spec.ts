import { passwordResetRequested, requestPasswordReset, resetPassword } from '@waybill/contracts';
import { AuthTestApp, failureOf, PASSWORD } from '../testing/auth-test-app.js';

const HOME = '198.51.100.1';
const ATTACKER = '203.0.113.9';
const NEW_PASSWORD = 'seven kites over gravel';

describe('lockout', () => {
  let auth: AuthTestApp;

  beforeAll(async () => {
    auth = await AuthTestApp.start();
  });
  afterAll(() => auth.close());

  async function failFrom(email: string, address: string, times: number) {
    for (let attempt = 0; attempt < times; attempt++)
      await failureOf(auth.logIn(email, 'something else', address));
  }

  /** Ten failures from each of many networks. */
  async function failFromManyNetworks(email: string) {
    for (let host = 1; host <= 12; host++) await failFrom(email, `192.0.2.${host}`, 10);
  }

  it('refuses the network that failed, while the owner can log in on another network', async () => {
    const { email } = await auth.signUp();
    await failFrom(email, ATTACKER, 10);

    expect(await failureOf(auth.logIn(email, PASSWORD, ATTACKER))).toMatchObject({
      code: 'auth.too-many-attempts',
      status: 429,
    });
    await expect(auth.logIn(email, PASSWORD, HOME)).resolves.toBeDefined();
  });

  it('leaves the owner a few attempts on a new network during an attack from many networks', async () => {
    const { email } = await auth.signUp();
    await failFromManyNetworks(email);

    await failFrom(email, '198.51.100.2', 2);
    await expect(auth.logIn(email, PASSWORD, '198.51.100.2')).resolves.toBeDefined();
  });

  it('allows an unknown network only three attempts during an attack from many networks', async () => {
    const { email } = await auth.signUp();
    await failFromManyNetworks(email);
    await failFrom(email, '198.51.100.3', 3);

    expect(await failureOf(auth.logIn(email, PASSWORD, '198.51.100.3'))).toMatchObject({
      code: 'auth.too-many-attempts',
    });
  });

  it('leaves a network from which the account logged in before its ten attempts during an attack', async () => {
    const { email } = await auth.signUp();
    await auth.logIn(email, PASSWORD, '198.51.100.4');
    await failFromManyNetworks(email);

    await failFrom(email, '198.51.100.4', 9);
    await expect(auth.logIn(email, PASSWORD, '198.51.100.4')).resolves.toBeDefined();
  });

  it('a lockout ends with a password reset', async () => {
    const { email } = await auth.signUp();
    await failFromManyNetworks(email);
    await failFrom(email, HOME, 10);
    await auth.service.bus.request(requestPasswordReset, { email, address: HOME });
    const { token } = auth.publishedOf(passwordResetRequested, email).at(-1)!;
    await auth.service.bus.request(resetPassword, { email, token, password: NEW_PASSWORD, address: HOME });

    await expect(auth.logIn(email, NEW_PASSWORD, HOME)).resolves.toBeDefined();
    await failFrom(email, '198.51.100.5', 9);
    await expect(auth.logIn(email, NEW_PASSWORD, '198.51.100.5')).resolves.toBeDefined();
  });

  it('counts a pending account like an active one, so that a sign-up does not reset the limit', async () => {
    const pending = await AuthTestApp.start({ activationRequired: true });
    try {
      const { email } = await pending.signUp();
      await pending.activate(email);
      await pending.signUp({ email, password: 'chosen by the attacker' });
      const codes = [];
      for (let attempt = 0; attempt < 6; attempt++) {
        codes.push((await failureOf(pending.logIn(email, 'chosen by the attacker', ATTACKER)))?.code);
        codes.push((await failureOf(pending.logIn(email, `guess ${attempt}`, ATTACKER)))?.code);
      }
      expect(codes.slice(0, 2)).toEqual(['auth.not-activated', 'auth.invalid-credentials']);
      expect(codes.slice(10)).toEqual(['auth.too-many-attempts', 'auth.too-many-attempts']);
    } finally {
      await pending.close();
    }
  });
});
