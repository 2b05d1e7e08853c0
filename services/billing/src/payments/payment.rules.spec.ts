import type { PaidSubscription } from './payment.entities.js';
import { isNews, paidStanding } from './payment.rules.js';
import type { Turn } from './payment-provider.js';

const DAY_MS = 86_400_000;
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
  toldAt: start,
  turn: 'changed',
  ...overrides,
});

describe('a subscription at the provider', () => {
  it('gives its plan, and names when it renews', () => {
    expect(paidStanding(subscription(), [], inDays(10))).toEqual({
      plan: 'basic',
      status: 'active',
      currentPeriodEnd: inDays(30),
      endsAt: inDays(33),
      paymentId: 'sub_1',
    });
  });

  it('gives it for three days past its period, for as long as news of the renewal may be on its way', () => {
    expect(paidStanding(subscription(), [], new Date(inDays(33).getTime() - 1))).not.toBeNull();
    expect(paidStanding(subscription(), [], inDays(33))).toBeNull();
  });

  it('ends by the clock when it was cancelled, whether or not anyone tells so', () => {
    const cancelled = subscription({ cancelAt: inDays(30) });
    expect(paidStanding(cancelled, [], inDays(10))).toMatchObject({ status: 'ending', endsAt: inDays(30) });
    expect(paidStanding(cancelled, [], inDays(30))).toBeNull();
  });

  it('stays for fourteen days after a payment failed', () => {
    const overdue = subscription({ state: 'overdue' });
    expect(paidStanding(overdue, [], inDays(13))).toMatchObject({ status: 'past-due', endsAt: inDays(14) });
    expect(paidStanding(overdue, [], inDays(14))).toBeNull();
  });

  it('ends sooner when it was cancelled, too', () => {
    const overdue = subscription({ state: 'overdue', cancelAt: inDays(5) });
    expect(paidStanding(overdue, [], inDays(4))).toMatchObject({ status: 'past-due', endsAt: inDays(5) });
  });

  it('gives nothing where nothing is paid for', () => {
    expect(paidStanding(subscription({ state: 'void' }), [], inDays(1))).toBeNull();
  });

  it('gives nothing once the payment of its period was given back', () => {
    expect(paidStanding(subscription(), [inDays(0)], inDays(1))).toBeNull();
    expect(paidStanding(subscription(), [new Date(start.getTime() - 60_000)], inDays(1))).toBeNull();
  });

  it('is not touched by a refund of an earlier period', () => {
    expect(paidStanding(subscription(), [inDays(-1)], inDays(1))).not.toBeNull();
  });
});

describe('what is told of a subscription', () => {
  const told = (seconds: number, turn: Turn) => ({
    toldAt: new Date(start.getTime() + seconds * 1000),
    turn,
  });

  it.each([
    ['is news when nothing was told before', told(0, 'changed'), null, true],
    ['is news when it is newer', told(2, 'changed'), told(1, 'changed'), true],
    ['is old when it is older', told(1, 'changed'), told(2, 'changed'), false],
    ['is news when it is an end, however old', told(1, 'ended'), told(2, 'changed'), true],
    ['is old after an end, however new', told(3, 'changed'), told(2, 'ended'), false],
    [
      'is news within one second when it changes what was opened',
      told(1, 'changed'),
      told(1, 'opened'),
      true,
    ],
    ['is old within one second when it opens what was changed', told(1, 'opened'), told(1, 'changed'), false],
    ['is news within one second when it comes later', told(1, 'changed'), told(1, 'changed'), true],
  ])('%s', (_what, now, before, expected) => {
    expect(isNews(now, before)).toBe(expected);
  });
});
