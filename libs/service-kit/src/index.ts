export * from './call-context.js';
export * from './clock.js';
export * from './configuration.js';
export * from './health-registry.js';
export * from './logger.js';
export * from './service-kit.module.js';
