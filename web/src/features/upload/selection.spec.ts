import { standardPlans, MEBIBYTE } from '@waybill/contracts';
import { applyPlanLimits, countFiles } from './selection.js';

const small = { size: 10 };

describe('applyPlanLimits', () => {
  it('accepts files up to the limits of number and size', () => {
    const files = [small, { size: 20 * MEBIBYTE }];
    expect(applyPlanLimits(files, 1, standardPlans.free)).toEqual({ accepted: files, problem: null });
  });

  it('refuses the whole selection when it exceeds the number of files', () => {
    expect(applyPlanLimits([small, small], 2, standardPlans.free)).toEqual({
      accepted: [],
      problem: 'You can only upload up to 3 files with your free tier',
    });
  });

  it('skips files over the size limit', () => {
    expect(applyPlanLimits([small, { size: 200 * MEBIBYTE + 1 }], 0, standardPlans.basic)).toEqual({
      accepted: [small],
      problem: 'Some files were skipped because they exceed the 200MB limit for basic tier',
    });
  });
});

describe('countFiles', () => {
  const HOUR_MS = 3_600_000;
  const fileUntil = (id: string, expiresAt: number | null) => ({
    id,
    deleteAt: {
      Time: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      Valid: expiresAt !== null,
    },
  });

  it('leaves out files that have expired', () => {
    const [expired, live] = [fileUntil('a', Date.now() - 1), fileUntil('b', Date.now() + HOUR_MS)];
    expect(countFiles([expired, live, fileUntil('c', null)], [])).toBe(2);
  });

  it('counts a file of a running upload once when it has arrived and is in the list', () => {
    const own = [fileUntil('a', null), fileUntil('b', null)];
    expect(countFiles(own, [{ id: 'b' }, { id: 'not in the list yet' }, { id: null }, { id: null }])).toBe(5);
  });
});
