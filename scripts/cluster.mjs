import { buildIfNeeded } from './build-if-needed.mjs';

buildIfNeeded();
await import('./cluster/main.mjs');
