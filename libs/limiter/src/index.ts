export * from './limiter.module.js';
export * from './rate-limiter.js';
