import { DAY_MS, logIn } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { AuthTestApp, PASSWORD } from '../testing/auth-test-app.js';
import { KnownNetworkSweep } from './known-network.sweep.js';

describe('networks of log-ins', () => {
  let auth: AuthTestApp;
  beforeAll(async () => {
    auth = await AuthTestApp.start();
  });
  afterAll(() => auth.close());

  it('are forgotten 90 days after their last log-in, also for an account that nobody uses any more', async () => {
    const { email } = await auth.signUp();
    const enter = (address: string) =>
      auth.service.bus.request(logIn, { form: { email, password: PASSWORD }, address, userAgent: '' });
    const { user } = await enter('203.0.113.1');
    auth.clock.advance(60 * DAY_MS);
    await enter('198.51.100.7');
    const known = async () => {
      await auth.service.get<KnownNetworkSweep>(KnownNetworkSweep).sweep();
      const rows = await auth.service
        .get<DataSource>(DataSource)
        .query<object[]>('SELECT FROM known_networks WHERE account_id = $1', [user.id]);
      return rows.length;
    };
    expect(await known()).toBe(2);
    auth.clock.advance(31 * DAY_MS);
    expect(await known()).toBe(1);
    auth.clock.advance(60 * DAY_MS);
    expect(await known()).toBe(0);
  });
});
