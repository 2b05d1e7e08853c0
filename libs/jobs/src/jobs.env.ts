import { serverUrl } from '@waybill/service-kit';

/** Moves background jobs, rate limits and caches to Redis (contract, "Configuration"). */
export const jobsEnv = { REDIS_URL: serverUrl('redis', 'rediss').optional() };
