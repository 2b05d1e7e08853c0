import { nodeVersionError } from './node-version.js';

// Runs before the other code of the process: `index.ts` imports this module first, and modules are evaluated in the
// order of their imports, before the modules that import them.
const error = nodeVersionError(process.versions.node);
if (error !== null) {
  process.stderr.write(`${error}\n`);
  process.exit(1);
}
