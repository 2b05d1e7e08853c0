import {
  defaultDeleteAt,
  effectivePlan,
  expiryOptions,
  expiryOptionsOf,
  planAllowsExpiry,
  planLimits,
  pricingPlans,
  promotionAt,
} from './plans.js';

const HOUR = 3_600_000;
const now = new Date('2026-11-21T10:00:00Z');
const after = (hours: number, from = now) => new Date(from.getTime() + hours * HOUR);

describe('plans', () => {
  it.each([
    ['free', 20_971_520, 3, 1, false],
    ['basic', 209_715_200, 100, 8760, true],
    ['pro', 2_147_483_648, 1000, null, true],
  ] as const)(
    'limits %s to %d bytes per file, %d files and %p hours, with password protection: %p',
    (plan, bytes, files, hours, protects) => {
      expect(planLimits[plan]).toMatchObject({
        maxFileSize: bytes,
        maxFiles: files,
        maxExpiryHours: hours,
        passwordProtection: protects,
      });
    },
  );

  it('costs 0, 4 and 12 dollars per month, and 0, 40 and 120 dollars per year', () => {
    expect(pricingPlans.map(({ id, monthlyPrice, annualPrice }) => [id, monthlyPrice, annualPrice])).toEqual([
      ['free', 0, 0],
      ['basic', 4, 40],
      ['pro', 12, 120],
    ]);
  });

  it('offers expiry options from an hour to a year, or never', () => {
    expect(expiryOptions.map(({ value }) => value)).toEqual(['1', '12', '24', '168', '720', '8760', 'never']);
    expect(expiryOptionsOf('free').map(({ value }) => value)).toEqual(['1']);
    expect(expiryOptionsOf('basic').map(({ value }) => value)).toEqual([
      '1',
      '12',
      '24',
      '168',
      '720',
      '8760',
    ]);
    expect(expiryOptionsOf('pro')).toEqual(expiryOptions);
  });

  it('gives a new file one hour on free and twelve hours on the paid plans', () => {
    expect(defaultDeleteAt('free', now)).toEqual(after(1));
    expect(defaultDeleteAt('basic', now)).toEqual(after(12));
    expect(defaultDeleteAt('pro', now)).toEqual(after(12));
  });

  it('counts the maximum expiry of free from the upload, and that of paid plans from now', () => {
    const uploadedAt = after(-0.5);
    expect(planAllowsExpiry('free', after(0.5), uploadedAt, now)).toBe(true);
    expect(planAllowsExpiry('free', after(0.51), uploadedAt, now)).toBe(false);
    expect(planAllowsExpiry('basic', after(8760), after(-8760), now)).toBe(true);
    expect(planAllowsExpiry('basic', after(8761), now, now)).toBe(false);
    expect(planAllowsExpiry('basic', null, now, now)).toBe(false);
    expect(planAllowsExpiry('pro', null, now, now)).toBe(true);
  });
});

describe('a promotion', () => {
  const settings = { endsAt: now, message: 'Pro for all' };

  it('is active and has a message until its end', () => {
    expect(promotionAt(settings, after(-1))).toEqual({
      isActive: true,
      endDate: now.toISOString(),
      message: 'Pro for all',
    });
    expect(promotionAt(settings, now)).toEqual({
      isActive: false,
      endDate: now.toISOString(),
      message: null,
    });
    expect(promotionAt({ endsAt: null, message: null }, now)).toEqual({
      isActive: false,
      endDate: null,
      message: null,
    });
  });

  it('gives every account the Pro plan', () => {
    expect((['free', 'basic', 'pro'] as const).map((plan) => effectivePlan(plan, true))).toEqual([
      'pro',
      'pro',
      'pro',
    ]);
    expect(effectivePlan('basic', false)).toBe('basic');
  });
});
