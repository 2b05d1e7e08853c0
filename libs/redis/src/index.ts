export * from './cache/cache.js';
export * from './cache/cache.module.js';
export * from './rate-limit/client-network.js';
export * from './rate-limit/limit.js';
export * from './rate-limit/rate-limiter.js';
export * from './rate-limit/rate-limiter.module.js';
export { openRedis, type RedisConnection } from './redis-connection.js';
