import {
  defaultDeleteAt,
  effectivePlan,
  expiryOptions,
  expiryOptionsOf,
  planAllowsExpiry,
  planLimitsFrom,
  pricingPlansOf,
  standardPlans,
} from './plans.js';
import { promotionAt } from './promotion.js';
import { HOUR_MS } from './units.js';

const now = new Date('2026-11-21T10:00:00Z');
const after = (hours: number, from = now) => new Date(from.getTime() + hours * HOUR_MS);

describe('plans', () => {
  it.each([
    ['free', 20_971_520, 3, 1, false],
    ['basic', 209_715_200, 100, 8760, true],
    ['pro', 2_147_483_648, 1000, null, true],
  ] as const)(
    'limits %s to %d bytes per file, %d files and %p hours, with password protection: %p',
    (plan, bytes, files, hours, protects) => {
      expect(standardPlans[plan]).toMatchObject({
        maxFileSize: bytes,
        maxFiles: files,
        maxExpiryHours: hours,
        passwordProtection: protects,
      });
    },
  );

  it('costs 0, 4 and 12 dollars per month, and 0, 40 and 120 dollars per year', () => {
    expect(
      pricingPlansOf(standardPlans).map(({ id, monthlyPrice, annualPrice }) => [
        id,
        monthlyPrice,
        annualPrice,
      ]),
    ).toEqual([
      ['free', 0, 0],
      ['basic', 4, 40],
      ['pro', 12, 120],
    ]);
  });

  it('offers expiry options from an hour to a year, or never', () => {
    expect(expiryOptions.map(({ value }) => value)).toEqual(['1', '12', '24', '168', '720', '8760', 'never']);
    expect(expiryOptionsOf(standardPlans.free).map(({ value }) => value)).toEqual(['1']);
    expect(expiryOptionsOf(standardPlans.basic).map(({ value }) => value)).toEqual([
      '1',
      '12',
      '24',
      '168',
      '720',
      '8760',
    ]);
    expect(expiryOptionsOf(standardPlans.pro)).toEqual(expiryOptions);
  });

  it('gives a new file one hour on free and twelve hours on the paid plans', () => {
    expect(defaultDeleteAt(standardPlans.free, now)).toEqual(after(1));
    expect(defaultDeleteAt(standardPlans.basic, now)).toEqual(after(12));
    expect(defaultDeleteAt(standardPlans.pro, now)).toEqual(after(12));
  });

  it('counts the maximum expiry of free from the upload, and that of paid plans from now', () => {
    const uploadedAt = after(-0.5);
    expect(planAllowsExpiry(standardPlans.free, after(0.5), uploadedAt, now)).toBe(true);
    expect(planAllowsExpiry(standardPlans.free, after(0.51), uploadedAt, now)).toBe(false);
    expect(planAllowsExpiry(standardPlans.basic, after(8760), after(-8760), now)).toBe(true);
    expect(planAllowsExpiry(standardPlans.basic, after(8761), now, now)).toBe(false);
    expect(planAllowsExpiry(standardPlans.basic, null, now, now)).toBe(false);
    expect(planAllowsExpiry(standardPlans.pro, null, now, now)).toBe(true);
  });
});

describe('limits by setting', () => {
  const plans = planLimitsFrom({
    PLAN_FREE_MAX_FILE_SIZE: 1_000_000,
    PLAN_FREE_MAX_FILES: 1,
    PLAN_FREE_MAX_EXPIRY_HOURS: 48,
    PLAN_BASIC_MAX_EXPIRY_HOURS: null,
    PLAN_PRO_MAX_EXPIRY_HOURS: 6,
  });

  it('replaces what is set, and keeps the rest', () => {
    expect(plans.free).toMatchObject({ maxFileSize: 1_000_000, maxFiles: 1, maxExpiryHours: 48 });
    expect(plans.basic).toMatchObject({ maxFileSize: 209_715_200, maxFiles: 100, maxExpiryHours: null });
    expect(planLimitsFrom({})).toEqual(standardPlans);
  });

  it('gives a new file twelve hours, or the maximum of its plan where that is less', () => {
    expect(defaultDeleteAt(plans.free, now)).toEqual(after(12));
    expect(defaultDeleteAt(plans.pro, now)).toEqual(after(6));
  });

  it('offers the maximum itself as an expiry', () => {
    expect(expiryOptionsOf(plans.free).map(({ label }) => label)).toEqual([
      '1 hour',
      '12 hours',
      '24 hours',
      '2 days',
    ]);
    expect(expiryOptionsOf(plans.basic)).toEqual(expiryOptions);
  });

  it('each limit by setting is named on the price cards', () => {
    const [free, basic] = pricingPlansOf(plans, false);
    expect(free?.features).toEqual([
      '1000000 bytes per file',
      '1 file',
      'Links live for 2 days',
      'Views by country',
    ]);
    expect(basic?.features.slice(0, 3)).toEqual(['200MB per file', '100 files', 'Files can stay for ever']);
  });

  it.each([
    ['basic', true, ['free 0', 'basic 0', 'pro 12']],
    ['pro', true, ['free 0', 'pro 0']],
    ['pro', false, ['pro 0']],
  ] as const)(
    'shows with the default plan %s only cards of plans that somebody can have',
    (plan, anonymous, cards) => {
      const shown = pricingPlansOf(plans, anonymous, plan);
      expect(shown.map(({ id, monthlyPrice }) => `${id} ${monthlyPrice}`)).toEqual(cards);
    },
  );

  it('gives every account at least the default plan', () => {
    expect(effectivePlan('free', 'pro', false)).toBe('pro');
    expect(effectivePlan('pro', 'basic', false)).toBe('pro');
  });

  it('allows 3 links of a file on free and 100 on paid plans', () => {
    expect(Object.values(plans).map(({ linksPerFile }) => linksPerFile)).toEqual([3, 100, 100]);
  });
});

describe('a promotion', () => {
  const settings = { endsAt: now, message: 'Pro for all' };

  it('a promotion is active and has a message until its end', () => {
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
    expect((['free', 'basic', 'pro'] as const).map((plan) => effectivePlan(plan, 'free', true))).toEqual([
      'pro',
      'pro',
      'pro',
    ]);
    expect(effectivePlan('basic', 'free', false)).toBe('basic');
  });
});
