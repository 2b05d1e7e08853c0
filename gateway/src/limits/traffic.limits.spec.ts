import { readSharedEnvironment } from '@waybill/composition';
import { trafficLimits } from './traffic.limits.js';

describe('trafficLimits', () => {
  it('lets no /56 or /48 take more than half of a limit in total', () => {
    const { concurrentTransfers, concurrentContents, anonymousUploads, anonymousMebibytes } = trafficLimits(
      readSharedEnvironment({}),
    );
    const { upload, download } = concurrentTransfers;
    expect([upload, download, concurrentContents].map(({ widePerNetwork }) => widePerNetwork)).toEqual([
      32, 48, 48,
    ]);
    expect(anonymousUploads.perNetwork).toMatchObject({ widePoints: 1000 });
    expect(anonymousMebibytes.perNetwork).toMatchObject({ widePoints: 10_240 });
  });

  it('takes the limits of concurrent transfers from their settings', () => {
    const environment = readSharedEnvironment({
      UPLOADS_AT_ONCE: '7',
      UPLOADS_AT_ONCE_PER_NETWORK: '3',
      DOWNLOADS_AT_ONCE: '9',
      DOWNLOADS_AT_ONCE_PER_NETWORK: '5',
    });
    expect(trafficLimits(environment).concurrentTransfers).toEqual({
      upload: { total: 7, perNetwork: 3, widePerNetwork: 4 },
      download: { total: 9, perNetwork: 5, widePerNetwork: 5 },
    });
  });

  it('takes the hourly limits on callers without an account and the slowest transfer from their settings', () => {
    const limits = trafficLimits(
      readSharedEnvironment({
        ANONYMOUS_UPLOADS_PER_HOUR: '70',
        ANONYMOUS_UPLOADS_PER_HOUR_PER_NETWORK: '30',
        ANONYMOUS_MIB_PER_HOUR: '90',
        ANONYMOUS_MIB_PER_HOUR_PER_NETWORK: '50',
        MIN_TRANSFER_BYTES_PER_SECOND: '0',
      }),
    );
    const hourly = (points: number) => expect.objectContaining({ points, windowSeconds: 3600 }) as unknown;
    expect(limits).toMatchObject({
      anonymousUploads: { total: hourly(70), perNetwork: hourly(30) },
      anonymousMebibytes: { total: hourly(90), perNetwork: hourly(50) },
      minBytesPerSecond: 0,
    });
  });
});
