import { PROMOTION_SUBJECT, promotionChanged, subscriptionChanged } from '@waybill/contracts';
import { AuthTestApp } from '../testing/auth-test-app.js';

describe('plan of an account', () => {
  const promotionEnds = new Date('2026-03-01T00:00:00Z');
  let auth: AuthTestApp;

  beforeAll(async () => {
    auth = await AuthTestApp.start({ promotion: { endsAt: promotionEnds, message: null } });
  });
  afterAll(() => auth.close());

  it('an account is on Pro during a promotion, and afterwards on the plan of the newest billing event', async () => {
    const { email, user } = await auth.signUpAndLogIn();
    const announce = (plan: 'free' | 'basic' | 'pro', version: number) =>
      auth.service.publish(subscriptionChanged, user.id, { userId: user.id, plan, version });
    const planNow = async () => (await auth.logIn(email)).user.subscription;
    expect(user.subscription).toBe('pro');

    auth.clock.advance(promotionEnds.getTime() - auth.clock.now().getTime());
    expect(await planNow()).toBe('free');

    await announce('basic', 3);
    await announce('free', 2);
    expect(await planNow()).toBe('basic');

    await announce('free', 4);
    expect(await planNow()).toBe('free');
  });

  it('an account is on Pro while a promotion lasts that an administrator started, in the place of the one that was set', async () => {
    const { email } = await auth.signUpAndLogIn();
    const planNow = async () => (await auth.logIn(email)).user.subscription;
    const decide = (endsAt: Date | null, version: number) =>
      auth.service.publish(promotionChanged, PROMOTION_SUBJECT, {
        endsAt: endsAt?.toISOString() ?? null,
        replaces: promotionEnds.toISOString(),
        version,
      });
    await decide(new Date(auth.clock.now().getTime() + 3_600_000), 1);
    expect(await planNow()).toBe('pro');
    await decide(null, 2);
    expect(await planNow()).toBe('free');
  });
});
