import { serverUrl } from '@waybill/service-kit';

/** What moves background jobs, and rate limits, from this machine to Redis (contract, "Configuration"). */
export const jobsConfiguration = { REDIS_URL: serverUrl('redis', 'rediss').optional() };
