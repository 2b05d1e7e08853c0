import { buildIfNeeded } from './build-if-needed.mjs';

buildIfNeeded();
await import('../standalone/dist/storage.js');
