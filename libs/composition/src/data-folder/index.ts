export * from './data-folder.js';
export * from './data-folder-database.js';
export * from './secrets.js';
