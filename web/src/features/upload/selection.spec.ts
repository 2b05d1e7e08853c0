import { screenSelection } from './selection.js';

const MEBIBYTE = 1024 * 1024;
const small = { size: 10 };

describe('the selection a plan lets through', () => {
  it('takes files up to the very limit of number and size', () => {
    const files = [small, { size: 20 * MEBIBYTE }];
    expect(screenSelection(files, 1, 'free')).toEqual({ accepted: files, problem: null });
  });

  it('refuses all of a selection that would exceed the number of files', () => {
    expect(screenSelection([small, small], 2, 'free')).toEqual({
      accepted: [],
      problem: 'You can only upload up to 3 files with your free tier',
    });
  });

  it('skips only the files that are too large', () => {
    expect(screenSelection([small, { size: 200 * MEBIBYTE + 1 }], 0, 'basic')).toEqual({
      accepted: [small],
      problem: 'Some files were skipped because they exceed the 200MB limit for basic tier',
    });
  });
});
