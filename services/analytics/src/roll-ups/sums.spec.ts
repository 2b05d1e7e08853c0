import type { PeriodRange } from './period.js';
import { replaceBySums, type SumPeriod, sumsOfDay } from './sums.js';

/** A moment of January 2026. Weeks of sums begin on its first day, on the eighth and so on. */
const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 0, day, hour));
const week = (day: number): SumPeriod => ({ grain: '7 days', startsAt: at(day) });
const quarter = (day: number, hour: number): SumPeriod => ({ grain: '6 hours', startsAt: at(day, hour) });
const days = (from: number | null, to: number | null): PeriodRange => ({
  grain: 'day',
  from: from === null ? null : at(from),
  to: to === null ? null : at(to),
});

describe('replaceBySums', () => {
  it('reads sums that follow each other as one range, between the days before and after them', () => {
    expect(replaceBySums([days(5, 25)], [week(8), week(15)])).toEqual([
      days(5, 8),
      { grain: '7 days', from: at(8), to: at(22) },
      days(22, 25),
    ]);
  });

  it('reads no sum that is only partly in the range', () => {
    expect(replaceBySums([days(2, 14)], [week(1), week(8)])).toEqual([days(2, 14)]);
  });

  it('reads no empty range where a sum begins or ends with the range', () => {
    expect(replaceBySums([days(8, 15)], [week(8)])).toEqual([{ grain: '7 days', from: at(8), to: at(15) }]);
  });

  it('keeps open ends open', () => {
    expect(replaceBySums([days(null, null)], [week(8)])).toEqual([
      days(null, 8),
      { grain: '7 days', from: at(8), to: at(15) },
      days(15, null),
    ]);
  });

  it('replaces only hours by sums of hours, and leaves parts and all time as they are', () => {
    const hours: PeriodRange = { grain: 'hour', from: at(5, 4), to: at(5, 20) };
    const others: PeriodRange[] = [
      { grain: 'all', from: null, to: null },
      { grain: 'minute', from: at(5, 3), to: at(5, 4) },
    ];
    expect(replaceBySums([hours, ...others], [week(1), quarter(5, 6), quarter(5, 12)])).toEqual([
      { grain: 'hour', from: at(5, 4), to: at(5, 6) },
      { grain: '6 hours', from: at(5, 6), to: at(5, 18) },
      { grain: 'hour', from: at(5, 18), to: at(5, 20) },
      ...others,
    ]);
  });

  it('reads sums that come and go between the days around them', () => {
    expect(replaceBySums([days(1, 30)], [week(1), week(15)])).toEqual([
      { grain: '7 days', from: at(1), to: at(8) },
      days(8, 15),
      { grain: '7 days', from: at(15), to: at(22) },
      days(22, 30),
    ]);
  });
});

describe('sumsOfDay', () => {
  it('names the sums of the hours of a day and of its week', () => {
    expect(sumsOfDay(at(10))).toEqual([...[0, 6, 12, 18].map((hour) => quarter(10, hour)), week(8)]);
  });
});
