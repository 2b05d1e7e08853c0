import { buildIfNeeded } from './build-if-needed.mjs';

/** `npm run bench`: builds Waybill if needed, then measures Waybill beside its references (docs/benchmarks.md). */
buildIfNeeded();
await import('../bench/dist/main.js');
