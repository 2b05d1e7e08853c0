export * from './limiter.module.js';
export * from './network-of.js';
export * from './rate-limiter.js';
