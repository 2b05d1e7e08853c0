import { nodeVersionError } from './node-version.js';

// Runs before any code of the process, because modules are evaluated before those that import them.
const error = nodeVersionError(process.versions.node);
if (error !== null) {
  process.stderr.write(`${error}\n`);
  process.exit(1);
}
