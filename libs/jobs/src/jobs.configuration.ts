import { notYet } from '@waybill/service-kit';

export const jobsConfiguration = { REDIS_URL: notYet('Redis') };
