import { cancellationOf, freePlan, granted } from './subscription.rules.js';

const now = new Date('2026-01-15T12:00:00Z');
const later = new Date('2026-02-01T00:00:00Z');

describe('cancelling', () => {
  it('keeps a paid plan until the end of its period', () => {
    expect(cancellationOf({ plan: 'basic', status: 'active', currentPeriodEnd: later }, now)).toEqual({
      endsAt: later,
      standing: { plan: 'basic', status: 'ending', currentPeriodEnd: later },
    });
  });

  it('ends a plan without a period at once', () => {
    expect(cancellationOf(granted('pro', null), now)).toEqual({ endsAt: now, standing: freePlan });
  });

  it('ends a plan whose period is over at once', () => {
    expect(cancellationOf(granted('pro', now), now)).toEqual({ endsAt: now, standing: freePlan });
  });

  it('changes nothing the second time', () => {
    const cancelled = cancellationOf({ plan: 'pro', status: 'active', currentPeriodEnd: later }, now);

    expect(cancellationOf(cancelled!.standing, now)).toEqual(cancelled);
  });

  it('has nothing to do on the free plan', () => {
    expect(cancellationOf(freePlan, now)).toBeNull();
  });
});

describe('a granted plan', () => {
  it('lasts until its date', () => {
    expect(granted('pro', later)).toEqual({ plan: 'pro', status: 'ending', currentPeriodEnd: later });
  });

  it('has no end where none is given, nor on the free plan', () => {
    expect(granted('basic', null)).toEqual({ plan: 'basic', status: 'active', currentPeriodEnd: null });
    expect(granted('free', later)).toEqual(freePlan);
  });
});
