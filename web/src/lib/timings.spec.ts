import { timings } from './timings.js';

describe('timings', () => {
  it('timings have the durations of the specification', () => {
    expect(timings).toMatchObject({
      uploadMinimum: 3_000,
      statusPoll: 30_000,
      httpTimeout: 300_000,
      fileToast: 1_500,
      qrToast: 3_000,
      copiedToast: 2_000,
      accountToast: 5_000,
      resetRedirect: 3_000,
    });
  });
});
