import { deviceSignedIn, HOUR_MS, logIn } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { AuthTestApp, PASSWORD } from '../testing/auth-test-app.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const NEWER_FIREFOX = FIREFOX.replaceAll('145', '146');
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';

describe('log-in on a new device', () => {
  let auth: AuthTestApp;
  beforeAll(async () => {
    auth = await AuthTestApp.start();
  });
  afterAll(() => auth.close());

  async function person() {
    const { email } = await auth.signUp();
    const enter = (address: string, userAgent: string, device: string | null = null) =>
      auth.service.bus.request(logIn, { form: { email, password: PASSWORD }, address, userAgent, device });
    return { email, enter, mails: () => auth.publishedOf(deviceSignedIn, email) };
  }

  it('the first log-in after sign-up is not mailed as one on a new device', async () => {
    const { enter, mails } = await person();
    await enter('203.0.113.1', FIREFOX, 'a');
    expect(mails()).toEqual([]);
  });

  it('notifies the owner with browser, address and time', async () => {
    const { email, enter, mails } = await person();
    const { user } = await enter('203.0.113.1', FIREFOX, 'a');
    await enter('198.51.100.7', SAFARI, 'b');
    expect(mails()).toEqual([
      {
        userId: user.id,
        name: 'Ada',
        email,
        device: 'Safari 18 on macOS',
        address: '198.51.100.7',
        signedInAt: auth.clock.now().toISOString(),
      },
    ]);
    await enter('198.51.100.7', SAFARI, 'b');
    expect(mails()).toHaveLength(1);
  });

  it('knows a device by its cookie in any network, and by its browser in the same network', async () => {
    const { enter, mails } = await person();
    await enter('203.0.113.1', FIREFOX, 'a');
    await enter('198.51.100.7', FIREFOX, 'a');
    await enter('203.0.113.1', NEWER_FIREFOX);
    expect(mails()).toEqual([]);
  });

  it('notifies of another browser in the same network', async () => {
    const { enter, mails } = await person();
    await enter('203.0.113.1', FIREFOX, 'a');
    await enter('203.0.113.1', SAFARI, 'b');
    expect(mails()).toHaveLength(1);
  });

  it('knows the devices of one account only', async () => {
    const [ada, bob] = [await person(), await person()];
    await ada.enter('203.0.113.1', FIREFOX, 'a');
    await bob.enter('198.51.100.7', SAFARI, 'b');
    await bob.enter('203.0.113.1', FIREFOX, 'a');
    expect(bob.mails()).toHaveLength(1);
  });

  it('keeps the hundred devices that an account used last', async () => {
    const { enter, mails } = await person();
    const { user } = await enter('203.0.113.1', FIREFOX, 'first');
    const database = auth.service.get<DataSource>(DataSource);
    await database.query(
      `INSERT INTO known_devices (account_id, device_hash, last_used_at)
       SELECT $1, sha256(convert_to('private window ' || n, 'UTF8')), $2 FROM generate_series(1, 150) n`,
      [user.id, auth.clock.now()],
    );
    auth.clock.advance(HOUR_MS);
    await enter('198.51.100.7', SAFARI, 'second');
    const rows = await database.query('SELECT 1 FROM known_devices WHERE account_id = $1', [user.id]);
    expect(rows).toHaveLength(100);

    await enter('192.0.2.3', FIREFOX, 'second');
    expect(mails()).toHaveLength(1);
  });
});
