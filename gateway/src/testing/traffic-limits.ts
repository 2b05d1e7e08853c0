import type { TrafficLimits } from '../limits/traffic.limits.js';

/** Limits that no test reaches, except for those that it sets. */
export function looseLimits(limits: Partial<TrafficLimits> = {}): TrafficLimits {
  const hourly = (name: string) => ({ name, points: 10_000, windowSeconds: 3600 });
  return {
    concurrentTransfers: {
      upload: { total: 1000, perNetwork: 1000 },
      download: { total: 1000, perNetwork: 1000 },
    },
    concurrentContents: { total: 1000, perNetwork: 1000 },
    anonymousUploads: { total: hourly('uploads-total'), perNetwork: hourly('uploads') },
    anonymousMebibytes: { total: hourly('mebibytes-total'), perNetwork: hourly('mebibytes') },
    minBytesPerSecond: 0,
    paceWindowMs: 60_000,
    bodyTimeoutMs: 30_000,
    cookielessUploads: hourly('cookieless-uploads'),
    idleUploadMs: 20_000,
    qrCodes: hourly('qr-codes'),
    ...limits,
  };
}
