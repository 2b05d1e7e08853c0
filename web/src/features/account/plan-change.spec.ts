import type { PlanId, SubscriptionView } from '@waybill/contracts';
import { formatDate } from '../../lib/format/date.js';
import { aSubscription } from '../../testing/builders.js';
import { planChange as planChangeOf } from './plan-change.js';

const END = '2026-12-24T12:00:00.000Z';
const free = aSubscription({ plan: 'free', renewsAt: null });
const basic = aSubscription({ plan: 'basic' });
const ending = aSubscription({ plan: 'basic', status: 'ending', renewsAt: null, endsAt: END });

const planChange = (
  wanted: PlanId | null,
  subscription: SubscriptionView,
  isPromotion: boolean,
  defaultPlan: PlanId = 'free',
) => planChangeOf(wanted, subscription, { isPromotion, defaultPlan });

describe('planChange', () => {
  it('sends a free user to the pricing page', () => {
    const change = planChange('pro', free, false);
    expect(change).toEqual({
      text: 'You are on Free: choose Pro on the pricing page.',
      leadsToPricing: true,
    });
    expect(planChange(null, free, false).text).toBe('You are on Free: choose your plan on the pricing page.');
  });

  it('asks a paying user to cancel first and to choose again at the end of the period', () => {
    expect(planChange('pro', basic, false).text).toMatch(
      /^To change to Pro, cancel your current plan first\..* then choose Pro on the pricing page\.$/,
    );
    expect(planChange(null, basic, false).text).toMatch(
      /^To change your plan, cancel your current plan first/,
    );
  });

  it('says that cancelling is enough to return to Free', () => {
    expect(planChange('free', basic, false).text).toBe(
      'To change to Free, cancel your plan. It stays yours until the end of the billing period.',
    );
  });

  it('says after a cancellation when the next plan can be chosen', () => {
    const until = formatDate(END);
    expect(planChange('pro', ending, false).text).toBe(
      `Your plan ends on ${until}. From then on you can choose Pro on the pricing page.`,
    );
    expect(planChange('free', ending, false).text).toBe(
      `Your plan ends on ${until}. From then on you are on Free.`,
    );
  });

  it('says when a cancelled plan whose payment failed ends, in place of asking to cancel it', () => {
    const cancelled = aSubscription({ status: 'past-due', isCancelled: true, renewsAt: null, endsAt: END });
    expect(planChange('pro', cancelled, false).text).toMatch(/^Your plan ends on /);
  });

  it('asks for nothing when the user has the plan or a promotion gives it', () => {
    expect(planChange('basic', basic, false).text).toBe('You are on Basic already.');
    expect(planChange('pro', free, true).text).toMatch(/promotion lasts you have all that Pro gives/);
  });

  it.each(['free', 'basic'] as const)(
    'sends a user whose plan nobody pays for to the pricing page for a higher one: default plan %s',
    (defaultPlan) => {
      const unpaid = aSubscription({ plan: 'basic', renewsAt: null });
      expect(planChange('pro', unpaid, false, defaultPlan)).toEqual({
        text: 'You are on Basic: choose Pro on the pricing page.',
        leadsToPricing: true,
      });
    },
  );

  it('says that a granted plan ends immediately when it is cancelled for a lower one', () => {
    const granted = aSubscription({ plan: 'pro', renewsAt: null });
    const loss = 'It ends immediately, and only the operator can give it back';
    expect(planChange('free', granted, false).text).toBe(`To change to Free, cancel your plan. ${loss}.`);
    expect(planChange('basic', granted, false).text).toBe(
      `To change to Basic, cancel your current plan first. ${loss}; then choose Basic on the pricing page.`,
    );
  });

  it('asks nobody to cancel the plan that everyone has', () => {
    const given = aSubscription({ plan: 'pro', renewsAt: null });
    expect(planChange('basic', given, false, 'pro').text).toBe('Everyone with an account here has Pro.');
    expect(planChange('basic', aSubscription({ plan: 'pro' }), false, 'basic').text).toBe(
      'To change to Basic, cancel your plan. It stays yours until the end of the billing period.',
    );
  });
});
