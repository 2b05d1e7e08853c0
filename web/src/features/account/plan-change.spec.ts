import { formatDate } from '../../lib/format/date.js';
import { aSubscription } from '../../testing/builders.js';
import { planChange } from './plan-change.js';

const END = '2026-12-24T12:00:00.000Z';
const free = aSubscription({ plan: 'free', renewsAt: null });
const basic = aSubscription({ plan: 'basic' });
const ending = aSubscription({ plan: 'basic', status: 'ending', renewsAt: null, endsAt: END });

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

  it('asks for nothing when the user has the plan or a promotion gives it', () => {
    expect(planChange('basic', basic, false).text).toBe('You are on Basic already.');
    expect(planChange('pro', free, true).text).toMatch(/promotion lasts you have all that Pro gives/);
  });
});
