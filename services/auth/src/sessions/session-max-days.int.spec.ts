import { readSharedEnvironment } from '@waybill/composition';
import { checkSession, DAY_MS } from '@waybill/contracts';
import { AuthTestApp } from '../testing/auth-test-app.js';

describe('SESSION_MAX_DAYS', () => {
  let auth: AuthTestApp;
  beforeAll(async () => {
    const { SESSION_MAX_DAYS: sessionMaxDays } = readSharedEnvironment({ SESSION_MAX_DAYS: '10' });
    auth = await AuthTestApp.start({ sessionMaxDays });
  });
  afterAll(() => auth.close());

  it('ends a session so many days after its log-in, even if it is used', async () => {
    const { sessionToken } = await auth.signUpAndLogIn();
    const userAfter = async (days: number) => {
      auth.clock.advance(days * DAY_MS);
      return (await auth.service.bus.request(checkSession, { sessionToken })).user;
    };
    expect(await userAfter(9)).not.toBeNull();
    expect(await userAfter(1)).toBeNull();
  });
});
