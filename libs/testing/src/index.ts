export * from './eventually.js';
export * from './start-postgres.js';
export * from './temporary-folder.js';
