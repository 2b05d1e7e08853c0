import { deviceSignedIn, logIn } from '@waybill/contracts';
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
});
