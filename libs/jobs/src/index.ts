export * from './jobs.env.js';
export * from './job-scheduler.js';
export * from './jobs.js';
export * from './jobs.module.js';
export { type JobPerformer, Performs } from './performs.decorator.js';
export { type JobTiming } from './job-timing.js';
