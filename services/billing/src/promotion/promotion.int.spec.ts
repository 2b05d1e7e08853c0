import {
  endPromotion,
  getAdminPromotion,
  getPromotion,
  promotionChanged,
  startPromotion,
} from '@waybill/contracts';
import { BillingTestApp } from '../testing/billing-test-app.js';

describe('the promotion', () => {
  const set = new Date('2027-01-01T00:00:00Z');
  let billing: BillingTestApp;
  beforeAll(async () => {
    billing = await BillingTestApp.start({ promotion: { endsAt: set, message: 'Set' } });
  });
  afterAll(() => billing.close());

  const published = () =>
    billing.service
      .published()
      .filter(({ type }) => type === promotionChanged.type)
      .map(({ data }) => data);

  it('the promotion of the settings is in force until an administrator ends it, starts another and changes that one', async () => {
    const { bus } = billing.service;
    await expect(bus.request(getAdminPromotion, {})).resolves.toEqual({
      isActive: true,
      endDate: set.toISOString(),
      message: 'Set',
      decidedBy: 'setting',
    });

    await bus.request(endPromotion, {});
    await expect(bus.request(getPromotion, {})).resolves.toEqual({
      isActive: false,
      endDate: null,
      message: null,
    });

    const inAnHour = new Date(billing.clock.now().getTime() + 3_600_000).toISOString();
    await bus.request(startPromotion, { endDate: inAnHour, message: 'Everything is free' });
    await expect(bus.request(startPromotion, { endDate: inAnHour })).resolves.toEqual({
      isActive: true,
      endDate: inAnHour,
      message: null,
      decidedBy: 'administrator',
    });
    billing.clock.advance(3_600_000);
    await expect(bus.request(getPromotion, {})).resolves.toMatchObject({ isActive: false });

    const replaces = set.toISOString();
    expect(published()).toEqual([
      { endsAt: null, replaces, version: 1 },
      { endsAt: inAnHour, replaces, version: 2 },
      { endsAt: inAnHour, replaces, version: 3 },
    ]);
  });

  it('a promotion cannot end in the past', async () => {
    const endDate = billing.clock.now().toISOString();
    await expect(billing.service.bus.request(startPromotion, { endDate })).rejects.toMatchObject({
      code: 'admin.promotion-in-past',
    });
  });
});
