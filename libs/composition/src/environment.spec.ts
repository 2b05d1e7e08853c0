import { readSharedEnvironment } from './environment.js';

const read = (values: Record<string, string>) => readSharedEnvironment(values);

describe('the environment that all processes share', () => {
  it('reads the end of the promotion, time zone included', () => {
    const { promotion } = read({
      PROMOTION_ENDS_AT: '2026-12-31T23:00:00-02:00',
      PROMOTION_MESSAGE: 'Pro for all',
    });
    expect(promotion).toEqual({ endsAt: new Date('2027-01-01T01:00:00Z'), message: 'Pro for all' });
  });

  it('has no promotion unless one is set', () => {
    expect(read({}).promotion).toEqual({ endsAt: null, message: null });
  });

  it.each(['tomorrow', '2026-12-31', '2026-12-31T25:00:00Z'])(
    'refuses %s as the end of the promotion in one sentence',
    (value) => {
      expect(() => read({ PROMOTION_ENDS_AT: value })).toThrow(
        'PROMOTION_ENDS_AT must be a date and time such as 2026-12-31T23:59:59Z.',
      );
    },
  );
});
