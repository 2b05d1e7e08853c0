export * from './adapters.js';
export * from './environment.js';
export * from './listen.js';
export * from './process-spec.js';
export * from './run-process.js';
export * from './service-process.js';
export * from './shutdown.js';
export * from './signals.js';
