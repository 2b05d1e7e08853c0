import { buildIfNeeded } from './build-if-needed.mjs';

buildIfNeeded();
await import('../build/standalone/main.js');
