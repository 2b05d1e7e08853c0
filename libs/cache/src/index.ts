export * from './cache.js';
export * from './cache.module.js';
