import { verificationReport } from './verification-report.js';

describe('verificationReport', () => {
  const whole = {
    createdAt: '2026-11-22T03:17:00.000Z',
    rows: 12,
    objects: 3,
    rowsOnly: false,
    lost: 0,
    milliseconds: 1240,
  };
  const sentence =
    'The backup of 2026-11-22T03:17:00.000Z can be restored: 12 rows and 3 objects, verified in 1.2 s.\n';

  it('the report about a whole backup is one sentence', () => {
    expect(verificationReport(whole)).toBe(sentence);
  });

  it('says that a rows-only backup needs the objects of its bucket', () => {
    expect(verificationReport({ ...whole, objects: 0, rowsOnly: true })).toContain(
      'the object store must have the objects of that time',
    );
  });

  it('counts the objects that are not in the backup', () => {
    expect(verificationReport({ ...whole, lost: 2 })).toBe(
      `${sentence}The bytes of 2 objects are not in it: they were deleted while it was made, or the store had lost them.\n`,
    );
  });
});
