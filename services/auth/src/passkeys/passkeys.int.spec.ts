import { randomBytes } from 'node:crypto';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogIn,
  beginTotp,
  confirmTotp,
  listPasskeys,
  logInWithPasskey,
  logOut,
  removePasskey,
  renamePasskey,
  signInMethodAdded,
  suspendPerson,
} from '@waybill/contracts';
import { Secret, TOTP } from 'otpauth';
import { AuthTestApp, PASSWORD } from '../testing/auth-test-app.js';
import { SoftwareAuthenticator } from '../testing/software-authenticator.js';

const origin = 'http://localhost:3000';
const client = { address: '203.0.113.77', userAgent: 'jest', device: null };
const refused = (code: string) => expect.objectContaining({ code });

describe('passkeys', () => {
  let auth: AuthTestApp;
  beforeAll(async () => {
    auth = await AuthTestApp.start({ publicUrl: new URL(origin) });
  });
  afterAll(() => auth.close());

  const request: AuthTestApp['service']['bus']['request'] = (contract, input) =>
    auth.service.bus.request(contract, input);

  /** An account, and a way to add a device to it. */
  async function person() {
    const { user, sessionToken } = await auth.signUpAndLogIn();
    const session = { userId: user.id, sessionToken };
    const begin = async () => (await request(beginPasskey, { ...session, form: {} })).options;
    const add = async (device = new SoftwareAuthenticator(origin), name = 'My phone') => {
      const response = device.create(await begin());
      const passkey = await request(addPasskey, { userId: user.id, form: { name, response } });
      return { device, passkey, response };
    };
    return { user, session, begin, add };
  }

  const challenge = async () => (await request(beginPasskeyLogIn, { address: client.address })).options;
  const enter = (response: ReturnType<SoftwareAuthenticator['get']>) =>
    request(logInWithPasskey, { ...client, form: { response } });

  it('passkeys are added, listed, renamed and removed', async () => {
    const { user, add } = await person();
    const { passkey } = await add();
    expect(passkey).toMatchObject({ name: 'My phone', lastUsedAt: null, isSynced: false });
    expect(auth.publishedOf(signInMethodAdded, user.id)).toMatchObject([
      { method: 'passkey', label: 'My phone' },
    ]);
    const ref = { userId: user.id, passkeyId: passkey.id };
    await request(renamePasskey, { ...ref, form: { name: 'Old phone' } });
    await expect(request(listPasskeys, { userId: user.id })).resolves.toMatchObject({
      passkeys: [{ id: passkey.id, name: 'Old phone' }],
    });
    const other = await person();
    await request(removePasskey, { ...ref, userId: other.user.id });
    await expect(
      request(renamePasskey, { ...ref, userId: other.user.id, form: { name: 'Mine' } }),
    ).rejects.toEqual(refused('auth.passkey-not-found'));
    await request(removePasskey, ref);
    await expect(request(listPasskeys, { userId: user.id })).resolves.toEqual({ passkeys: [] });
  });

  it('passkeys need the password, or a log-in of the last 15 minutes, to be added', async () => {
    const { session } = await person();
    auth.clock.advance(15 * 60_000 + 1);
    await expect(request(beginPasskey, { ...session, form: {} })).rejects.toEqual(
      refused('auth.recent-log-in-required'),
    );
    await expect(request(beginPasskey, { ...session, form: { password: 'wrong' } })).rejects.toEqual(
      refused('auth.wrong-current-password'),
    );
    await expect(request(beginPasskey, { ...session, form: { password: PASSWORD } })).resolves.toBeDefined();
  });

  it('passkeys log in without an address and without a second step', async () => {
    const { user, session, add } = await person();
    const { device } = await add();
    const { secret } = await request(beginTotp, { ...session, form: { password: PASSWORD } });
    const timestamp = auth.clock.now().getTime();
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
    await request(confirmTotp, { userId: user.id, code });

    const opened = await enter(device.get(await challenge()));

    expect(opened.user.id).toBe(user.id);
    const { passkeys } = await request(listPasskeys, { userId: user.id });
    expect(passkeys[0]?.lastUsedAt).not.toBeNull();
  });

  it('passkeys sign a challenge once, and only while it is valid', async () => {
    const { add } = await person();
    const { device } = await add();
    const options = await challenge();
    const outcomes = await Promise.allSettled([enter(device.get(options)), enter(device.get(options))]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const late = await challenge();
    auth.clock.advance(5 * 60_000);
    await expect(enter(device.get(late))).rejects.toEqual(refused('auth.invalid-passkey'));
    await expect(enter(device.get({ challenge: 'made-up' }))).rejects.toEqual(
      refused('auth.invalid-passkey'),
    );
  });

  it('passkeys take no challenge of a registration for a log-in', async () => {
    const { begin, add } = await person();
    const { device } = await add();
    await expect(enter(device.get(await begin()))).rejects.toEqual(refused('auth.invalid-passkey'));
  });

  it('a passkey is refused when its counter does not grow: a copy was used', async () => {
    const { add } = await person();
    const { device } = await add();
    device.counter = 10;
    await enter(device.get(await challenge()));
    device.counter = 4;
    await expect(enter(device.get(await challenge()))).rejects.toEqual(refused('auth.invalid-passkey'));
    device.counter = 11;
    await expect(enter(device.get(await challenge()))).resolves.toBeDefined();
  });

  it('a passkey is refused for another site, without verification of the user, and when it is unknown', async () => {
    const { begin, add, user } = await person();
    const { device } = await add();
    device.origin = 'https://evil.example';
    await expect(enter(device.get(await challenge()))).rejects.toEqual(refused('auth.invalid-passkey'));
    device.origin = origin;
    device.flags = 0x01;
    await expect(enter(device.get(await challenge()))).rejects.toEqual(refused('auth.invalid-passkey'));
    const stranger = new SoftwareAuthenticator(origin);
    await expect(enter(stranger.get(await challenge()))).rejects.toEqual(refused('auth.invalid-passkey'));
    const foreign = new SoftwareAuthenticator('https://evil.example');
    const form = { name: 'x', response: foreign.create(await begin()) };
    await expect(request(addPasskey, { userId: user.id, form })).rejects.toEqual(
      refused('auth.passkey-refused'),
    );
  });

  it('a passkey with an id that is longer than WebAuthn allows is refused', async () => {
    const { add } = await person();
    const device = new SoftwareAuthenticator(origin);
    device.credentialId = randomBytes(1024);
    await expect(add(device)).rejects.toEqual(refused('auth.passkey-refused'));
    device.credentialId = randomBytes(1023);
    await expect(add(device)).resolves.toBeDefined();
  });

  it('a passkey with malformed hints of its transports is refused', async () => {
    const { add } = await person();
    for (const transports of [['\u0000'], {}, [[]], 'usb', Array(20).fill('usb'), ['x'.repeat(33)]]) {
      const device = new SoftwareAuthenticator(origin);
      device.transports = transports;
      await expect(add(device)).rejects.toMatchObject({ code: 'request.invalid' });
    }
  });

  it('passkeys belong to one account, and their challenge to the account that began', async () => {
    const [ada, bob] = [await person(), await person()];
    const { device } = await ada.add();
    await expect(bob.add(device)).rejects.toEqual(refused('auth.passkey-refused'));
    const response = new SoftwareAuthenticator(origin).create(await ada.begin());
    await expect(request(addPasskey, { userId: bob.user.id, form: { name: 'x', response } })).rejects.toEqual(
      refused('auth.passkey-refused'),
    );
  });

  it('passkeys are not added by a session that ended meanwhile', async () => {
    const { user, session, begin } = await person();
    const response = new SoftwareAuthenticator(origin).create(await begin());
    await request(logOut, session);
    await expect(request(addPasskey, { ...session, form: { name: 'x', response } })).rejects.toEqual(
      refused('auth.required'),
    );
    await expect(request(listPasskeys, { userId: user.id })).resolves.toEqual({ passkeys: [] });
  });

  it('passkeys do not open a suspended account', async () => {
    const { user, add } = await person();
    const { device } = await add();
    await request(suspendPerson, { userId: user.id, suspended: true });
    await expect(enter(device.get(await challenge()))).rejects.toEqual(refused('auth.suspended'));
  });

  it('an account has at most 25 passkeys', async () => {
    const { add } = await person();
    for (let count = 0; count < 25; count++) await add();
    await expect(add()).rejects.toEqual(refused('auth.too-many-passkeys'));
  });
});
