import { standardPlans, MEBIBYTE } from '@waybill/contracts';
import { applyPlanLimits } from './selection.js';

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
