import { readSharedEnvironment } from '@waybill/composition';
import { trafficLimits } from './traffic.limits.js';

describe('trafficLimits', () => {
  it('takes the limits of transfers at once from their settings', () => {
    const environment = readSharedEnvironment({
      ...{ UPLOADS_AT_ONCE: '7', UPLOADS_AT_ONCE_PER_NETWORK: '3' },
      ...{ DOWNLOADS_AT_ONCE: '9', DOWNLOADS_AT_ONCE_PER_NETWORK: '5' },
    });
    expect(trafficLimits(environment).atOnce).toEqual({
      upload: { total: 7, perNetwork: 3 },
      download: { total: 9, perNetwork: 5 },
    });
  });
});
