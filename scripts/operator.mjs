import { buildIfNeeded } from './build-if-needed.mjs';

// `npm run backup -- --to X` is `node scripts/operator.mjs backup --to X`: the program reads its own arguments.
buildIfNeeded();
await import('../build/operator/main.js');
