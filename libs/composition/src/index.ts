export * from './adapters.js';
export * from './environment.js';
export * from './process-spec.js';
export * from './service-process.js';
