import { DAY_MS } from '@waybill/contracts';
import type { PaidSubscription } from './payment.entities.js';
import { isNewer, stateOfPaidSubscription } from './payment.policy.js';
import type { LifecyclePhase } from './payment-provider.js';

const start = new Date('2026-01-01T00:00:00Z');
const inDays = (days: number) => new Date(start.getTime() + days * DAY_MS);

const subscription = (overrides: Partial<PaidSubscription> = {}): PaidSubscription => ({
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  priceId: 'price_basic',
  plan: 'basic',
  state: 'paid',
  periodStart: start,
  periodEnd: inDays(30),
  cancelAt: null,
  eventAt: start,
  phase: 'changed',
  ...overrides,
});

describe('state of a paid subscription', () => {
  it('a paid subscription gives its plan and its renewal date', () => {
    expect(stateOfPaidSubscription(subscription(), [], inDays(10))).toEqual({
      plan: 'basic',
      status: 'active',
      currentPeriodEnd: inDays(30),
      endsAt: inDays(33),
      paymentId: 'sub_1',
    });
  });

  it('keeps the plan for three days past the period, until the renewal event must have arrived', () => {
    expect(stateOfPaidSubscription(subscription(), [], new Date(inDays(33).getTime() - 1))).not.toBeNull();
    expect(stateOfPaidSubscription(subscription(), [], inDays(33))).toBeNull();
  });

  it('ends the plan with the period after a cancellation, without a further event', () => {
    const cancelled = subscription({ cancelAt: inDays(30) });
    expect(stateOfPaidSubscription(cancelled, [], inDays(10))).toMatchObject({
      status: 'ending',
      endsAt: inDays(30),
    });
    expect(stateOfPaidSubscription(cancelled, [], inDays(30))).toBeNull();
  });

  it('keeps the plan for fourteen days after a failed payment', () => {
    const overdue = subscription({ state: 'overdue' });
    expect(stateOfPaidSubscription(overdue, [], inDays(13))).toMatchObject({
      status: 'past-due',
      endsAt: inDays(14),
    });
    expect(stateOfPaidSubscription(overdue, [], inDays(14))).toBeNull();
  });

  it('ends the plan with the cancellation if that is before the end of the grace period', () => {
    const overdue = subscription({ state: 'overdue', cancelAt: inDays(5) });
    expect(stateOfPaidSubscription(overdue, [], inDays(4))).toMatchObject({
      status: 'past-due',
      endsAt: inDays(5),
    });
  });

  it('a void subscription gives no plan', () => {
    expect(stateOfPaidSubscription(subscription({ state: 'void' }), [], inDays(1))).toBeNull();
  });

  it('a refund of the current period ends the paid plan', () => {
    expect(stateOfPaidSubscription(subscription(), [inDays(0)], inDays(1))).toBeNull();
    expect(
      stateOfPaidSubscription(subscription(), [new Date(start.getTime() - 60_000)], inDays(1)),
    ).toBeNull();
  });

  it('a refund of an earlier period leaves the paid plan as it is', () => {
    expect(stateOfPaidSubscription(subscription(), [inDays(-1)], inDays(1))).not.toBeNull();
  });
});

describe('version of a subscription snapshot', () => {
  const version = (seconds: number, phase: LifecyclePhase) => ({
    eventAt: new Date(start.getTime() + seconds * 1000),
    phase,
  });

  it.each([
    ['is newer than none', version(0, 'changed'), null, true],
    ['is newer with a later time', version(2, 'changed'), version(1, 'changed'), true],
    ['is older with an earlier time', version(1, 'changed'), version(2, 'changed'), false],
    [
      'is newer when it ends the subscription, even with an earlier time',
      version(1, 'ended'),
      version(2, 'changed'),
      true,
    ],
    [
      'is older than the end of the subscription, even with a later time',
      version(3, 'changed'),
      version(2, 'ended'),
      false,
    ],
    [
      'is newer within one second if it changes an opened subscription',
      version(1, 'changed'),
      version(1, 'opened'),
      true,
    ],
    [
      'is older within one second if it opens a changed subscription',
      version(1, 'opened'),
      version(1, 'changed'),
      false,
    ],
    ['is newer within one second if it arrives later', version(1, 'changed'), version(1, 'changed'), true],
  ])('%s', (_title, received, stored, expected) => {
    expect(isNewer(received, stored)).toBe(expected);
  });
});
