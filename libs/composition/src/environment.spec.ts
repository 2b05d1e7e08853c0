import { readSharedEnvironment } from './environment.js';

const read = (values: Record<string, string>) => readSharedEnvironment(values);

describe('readSharedEnvironment', () => {
  it('reads the end of the promotion with its time zone', () => {
    const { promotion } = read({
      PROMOTION_ENDS_AT: '2026-12-31T23:00:00-02:00',
      PROMOTION_MESSAGE: 'Pro for all',
    });
    expect(promotion).toEqual({ endsAt: new Date('2027-01-01T01:00:00Z'), message: 'Pro for all' });
  });

  it('has no promotion by default', () => {
    expect(read({}).promotion).toEqual({ endsAt: null, message: null });
  });

  it.each(['tomorrow', '2026-12-31', '2026-12-31T25:00:00Z'])(
    'refuses %s as the end of the promotion',
    (value) => {
      expect(() => read({ PROMOTION_ENDS_AT: value })).toThrow(
        'PROMOTION_ENDS_AT must be a date and time such as 2026-12-31T23:59:59Z.',
      );
    },
  );
});
