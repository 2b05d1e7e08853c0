import { address } from '@waybill/service-kit';

/** What moves background jobs, and rate limits, from this machine to Redis (contract, "Configuration"). */
export const jobsConfiguration = { REDIS_URL: address('redis', 'rediss').optional() };
