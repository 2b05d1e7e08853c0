import { presentSubscription } from './subscription.presenter.js';
import {
  bestState,
  cancellationOf,
  freePlan,
  grantedState,
  grantOf,
  isSameState,
  resolveState,
  type SubscriptionState,
} from './subscription.policy.js';

const now = new Date('2026-01-15T12:00:00Z');
const soon = new Date('2026-01-20T00:00:00Z');
const later = new Date('2026-02-01T00:00:00Z');

const paid = (plan: 'basic' | 'pro', overrides: Partial<SubscriptionState> = {}): SubscriptionState => ({
  plan,
  status: 'active',
  currentPeriodEnd: soon,
  endsAt: later,
  paymentId: `sub_${plan}`,
  ...overrides,
});

describe('cancellation of a granted plan', () => {
  it('keeps the plan until its end date', () => {
    expect(cancellationOf(grantedState('basic', later), now)).toEqual({
      endsAt: later,
      state: grantedState('basic', later),
    });
  });

  it('immediately ends a plan without an end date', () => {
    expect(cancellationOf(grantedState('pro', null), now)).toEqual({ endsAt: now, state: freePlan });
  });

  it('immediately ends a plan with a past end date', () => {
    expect(cancellationOf(grantedState('pro', now), now)).toEqual({ endsAt: now, state: freePlan });
  });

  it('cancelling a granted plan twice has the effect of once', () => {
    const cancelled = cancellationOf(grantedState('pro', later), now);

    expect(cancellationOf(cancelled!.state, now)).toEqual(cancelled);
  });

  it('the free plan cannot be cancelled', () => {
    expect(cancellationOf(freePlan, now)).toBeNull();
  });
});

describe('granted plan', () => {
  it('a granted plan lasts until its end date', () => {
    expect(grantedState('pro', later)).toMatchObject({ plan: 'pro', status: 'ending', endsAt: later });
  });

  it('a granted plan has no end date if none is given or the plan is free', () => {
    expect(grantedState('basic', null)).toMatchObject({ plan: 'basic', status: 'active', endsAt: null });
    expect(grantedState('free', later)).toEqual(freePlan);
  });

  it('a granted plan is the one behind a paid plan, and otherwise the plan of the account itself', () => {
    const hidden = { grantedPlan: 'basic', grantedUntil: later } as const;
    expect(grantOf({ ...paid('pro'), ...hidden })).toEqual(grantedState('basic', later));
    expect(grantOf({ ...paid('pro'), grantedPlan: null, grantedUntil: null })).toEqual(freePlan);
    // A process of the previous version ended the paid plan or withdrew the grant, and left the columns as they were.
    expect(grantOf({ ...freePlan, ...hidden })).toMatchObject(freePlan);
  });
});

describe('entitlement', () => {
  it.each<[string, SubscriptionState, SubscriptionState | null, SubscriptionState]>([
    ['the free plan without grant and payment', freePlan, null, freePlan],
    ['the paid plan', freePlan, paid('basic'), paid('basic')],
    ['the grant after the last payment', grantedState('basic', null), null, grantedState('basic', null)],
    ['a better paid plan rather than a grant', grantedState('basic', null), paid('pro'), paid('pro')],
    ['a grant of higher rank', grantedState('pro', null), paid('basic'), grantedState('pro', null)],
    [
      'the paid plan rather than a grant of equal rank',
      grantedState('basic', null),
      paid('basic'),
      paid('basic'),
    ],
    ['the paid plan rather than an expired grant', grantedState('pro', now), paid('basic'), paid('basic')],
    ['the free plan after an expired grant', grantedState('pro', now), null, freePlan],
  ])('returns %s', (_what, grant, pays, expected) => {
    expect(resolveState(grant, pays, now)).toEqual(expected);
  });

  it('returns the best paid plan, and of equal plans the one with the latest end', () => {
    expect(bestState([paid('basic'), paid('pro'), paid('basic')])).toEqual(paid('pro'));
    const lasting = paid('pro', { endsAt: null, paymentId: 'sub_2' });
    expect(bestState([paid('pro'), lasting])).toEqual(lasting);
    expect(bestState([])).toBeNull();
  });

  it('an entitlement is unchanged only if every field is equal', () => {
    expect(isSameState(paid('pro'), paid('pro', { endsAt: new Date(later) }))).toBe(true);
    const other: Partial<SubscriptionState>[] = [
      { plan: 'basic' },
      { status: 'ending' },
      { endsAt: null },
      { currentPeriodEnd: later },
      { paymentId: 'sub_2' },
    ];
    for (const change of other) expect(isSameState(paid('pro'), paid('pro', change))).toBe(false);
  });
});

describe('subscription presenter', () => {
  it.each<[string, SubscriptionState, object]>([
    ['renews', paid('basic'), { status: 'active', renewsAt: soon.toISOString(), endsAt: null }],
    [
      'ends',
      paid('basic', { status: 'ending', endsAt: soon }),
      { status: 'ending', renewsAt: null, endsAt: soon.toISOString() },
    ],
    [
      'is past due',
      paid('pro', { status: 'past-due' }),
      { status: 'past-due', renewsAt: null, endsAt: later.toISOString() },
    ],
    ['is granted', grantedState('pro', null), { status: 'active', renewsAt: null, endsAt: null }],
  ])('shows a subscription that %s', (_what, state, expected) => {
    expect(presentSubscription(state, 'free')).toEqual({ plan: state.plan, ...expected });
  });
});
