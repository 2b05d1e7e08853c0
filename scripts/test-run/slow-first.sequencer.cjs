const { statSync } = require('node:fs');
const Sequencer = require('@jest/test-sequencer').default;

/** Parts of paths, slowest first. A slow file that starts last would keep one worker busy and leave the others idle. */
const slow = [
  // Collect all garbage often, which takes seconds once the worker holds the modules of many files.
  'object-store',
  'part-splitter',
  'src/encryption/',
  'src/every-killed-process',
  'src/every-flow-on-cluster',
  'src/every-browser-flow',
  'src/screens/',
  'src/every-',
  'process/backup.e2e',
  'browser/account',
  'browser/reading-time',
  'process/kill-and-restart',
  'process/observability',
  'src/process/',
  'src/browser/',
  'src/faults/',
  'hostile-contents',
  'rabbitmq-outages',
  'src/adapters/',
  'hostile-files',
  'embedded-postgres',
  'more-kinds',
  '.int.spec.',
  '.test.tsx',
];

/** Orders test files for a run that knows no earlier durations, as in CI: slow kinds first, then large files. */
module.exports = class SlowFirstSequencer extends Sequencer {
  sort(tests) {
    return [...tests].sort((a, b) => rank(a) - rank(b) || size(b) - size(a));
  }
};

function rank({ path }) {
  const index = slow.findIndex((part) => path.includes(part));
  return index < 0 ? slow.length : index;
}

function size({ path }) {
  return statSync(path).size;
}
