import { presentSubscription } from './subscription.presenter.js';
import {
  bestOf,
  cancellationOf,
  freePlan,
  granted,
  isSame,
  settled,
  type Standing,
} from './subscription.rules.js';

const now = new Date('2026-01-15T12:00:00Z');
const soon = new Date('2026-01-20T00:00:00Z');
const later = new Date('2026-02-01T00:00:00Z');

const paid = (plan: 'basic' | 'pro', overrides: Partial<Standing> = {}): Standing => ({
  plan,
  status: 'active',
  currentPeriodEnd: soon,
  endsAt: later,
  paymentId: `sub_${plan}`,
  ...overrides,
});

describe('cancelling a granted plan', () => {
  it('keeps it until its date', () => {
    expect(cancellationOf(granted('basic', later), now)).toEqual({
      endsAt: later,
      standing: granted('basic', later),
    });
  });

  it('ends a plan without a date at once', () => {
    expect(cancellationOf(granted('pro', null), now)).toEqual({ endsAt: now, standing: freePlan });
  });

  it('ends a plan whose date is past at once', () => {
    expect(cancellationOf(granted('pro', now), now)).toEqual({ endsAt: now, standing: freePlan });
  });

  it('changes nothing the second time', () => {
    const cancelled = cancellationOf(granted('pro', later), now);

    expect(cancellationOf(cancelled!.standing, now)).toEqual(cancelled);
  });

  it('has nothing to do on the free plan', () => {
    expect(cancellationOf(freePlan, now)).toBeNull();
  });
});

describe('a granted plan', () => {
  it('lasts until its date', () => {
    expect(granted('pro', later)).toMatchObject({ plan: 'pro', status: 'ending', endsAt: later });
  });

  it('has no end where none is given, nor on the free plan', () => {
    expect(granted('basic', null)).toMatchObject({ plan: 'basic', status: 'active', endsAt: null });
    expect(granted('free', later)).toEqual(freePlan);
  });
});

describe('what an account has', () => {
  it.each<[string, Standing, Standing | null, Standing]>([
    ['the free plan, with nothing else', freePlan, null, freePlan],
    ['what it pays for', freePlan, paid('basic'), paid('basic')],
    ['the free plan once it pays no more', paid('pro'), null, freePlan],
    ['the cheaper plan it changed to', paid('pro'), paid('basic'), paid('basic')],
    ['a grant that is worth more', granted('pro', null), paid('basic'), granted('pro', null)],
    ['what it pays for rather than an equal grant', granted('basic', null), paid('basic'), paid('basic')],
    ['what it pays for rather than a grant that is over', granted('pro', now), paid('basic'), paid('basic')],
    ['the free plan after a grant', granted('pro', now), null, freePlan],
  ])('is %s', (_what, before, pays, expected) => {
    expect(settled(before, pays, now)).toEqual(expected);
  });

  it('is the best of what it pays for, of equal plans the one that lasts', () => {
    expect(bestOf([paid('basic'), paid('pro'), paid('basic')])).toEqual(paid('pro'));
    const lasting = paid('pro', { endsAt: null, paymentId: 'sub_2' });
    expect(bestOf([paid('pro'), lasting])).toEqual(lasting);
    expect(bestOf([])).toBeNull();
  });

  it('is the same only in every part', () => {
    expect(isSame(paid('pro'), paid('pro', { endsAt: new Date(later) }))).toBe(true);
    const other: Partial<Standing>[] = [
      { plan: 'basic' },
      { status: 'ending' },
      { endsAt: null },
      { currentPeriodEnd: later },
      { paymentId: 'sub_2' },
    ];
    for (const change of other) expect(isSame(paid('pro'), paid('pro', change))).toBe(false);
  });
});

describe('a subscription, to its owner', () => {
  it.each<[string, Standing, object]>([
    ['renews', paid('basic'), { status: 'active', renewsAt: soon.toISOString(), endsAt: null }],
    [
      'ends',
      paid('basic', { status: 'ending', endsAt: soon }),
      { status: 'ending', renewsAt: null, endsAt: soon.toISOString() },
    ],
    [
      'waits for a payment',
      paid('pro', { status: 'past-due' }),
      { status: 'past-due', renewsAt: null, endsAt: later.toISOString() },
    ],
    ['costs nothing', granted('pro', null), { status: 'active', renewsAt: null, endsAt: null }],
  ])('says that it %s', (_what, standing, expected) => {
    expect(presentSubscription(standing)).toEqual({ plan: standing.plan, ...expected });
  });
});
