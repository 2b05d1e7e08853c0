import { changePassword, deleteAccount, requestPasswordReset } from '@waybill/contracts';
import { metrics } from '@waybill/service-kit';
import { AuthTestApp, failureOf, PASSWORD } from '../testing/auth-test-app.js';

const ADDRESS = '203.0.113.50';
const NEW_PASSWORD = 'seven kites over gravel';

describe('security log', () => {
  let auth: AuthTestApp;

  beforeAll(async () => {
    auth = await AuthTestApp.start();
  });
  afterAll(() => auth.close());

  function eventsOf(accountId: string | null) {
    return auth.logLines
      .filter((line) => line.accountId === accountId)
      .map(({ securityEvent }) => securityEvent)
      .filter((event) => event !== undefined);
  }

  it('records log-ins, failures, lockouts, resets and changes of an account', async () => {
    const { email } = await auth.signUp({}, { address: ADDRESS });
    await failureOf(auth.logIn(email, 'something else', ADDRESS));
    const { user, sessionToken } = await auth.logIn(email, PASSWORD, ADDRESS);
    for (let attempt = 0; attempt < 11; attempt++)
      await failureOf(auth.logIn(email, 'something else', '203.0.113.51'));
    await auth.service.bus.request(requestPasswordReset, { email, address: ADDRESS });
    const form = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    const changed = await auth.service.bus.request(changePassword, { userId: user.id, sessionToken, form });
    await auth.service.bus.request(deleteAccount, {
      userId: user.id,
      sessionToken: changed.sessionToken!,
      form: { password: NEW_PASSWORD },
    });

    expect(eventsOf(user.id)).toEqual([
      'account.sign-up',
      'log-in.failed',
      'log-in.succeeded',
      ...Array<string>(10).fill('log-in.failed'),
      'log-in.locked',
      'password-reset.requested',
      'password.changed',
      'account.deleted',
    ]);
  });

  it('records failures at unknown accounts without an account id', async () => {
    await failureOf(auth.logIn(auth.anyEmail(), 'something else', '203.0.113.52'));

    expect(eventsOf(null)).toContain('log-in.failed');
  });

  it('names neither e-mail addresses nor client addresses, and hashes each network alike', async () => {
    const lines = JSON.stringify(auth.logLines);
    const networks = auth.logLines
      .filter(({ securityEvent }) => securityEvent === 'log-in.locked')
      .map(({ network }) => network);

    expect(lines).not.toContain('@example.org');
    expect(lines).not.toContain('203.0.113.');
    expect(networks[0]).toMatch(/^[\w-]{22}$/);
    expect(auth.logLines.filter(({ network }) => network === networks[0])).toHaveLength(11);
  });

  it('counts each event in a metric', async () => {
    expect(await metrics.render()).toMatch(
      /^waybill_security_events_total\{event="log-in\.failed"\} [1-9]\d*$/m,
    );
  });
});
