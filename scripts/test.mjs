import { join } from 'node:path';
import { LOADED_TOGETHER } from './test-run/flows.mjs';
import { passesAgain } from './test-run/run-again.mjs';
import { runPhase } from './test-run/run-phase.mjs';
import { Totals } from './test-run/totals.mjs';

/**
 * `npm test`: everything that must hold, cheapest failures first. In CI a skipped test, a missing program and a
 * missing server are failures: a green run has run everything. If only a few files fail in CI, they run once
 * more, and their failures count as retries. `npm test -- --skip-e2e` leaves out the end-to-end tests.
 */
const isCi = Boolean(process.env.CI);
const write = (text) => process.stdout.write(text);
const node = process.execPath;
const bin = (name) => join('node_modules', '.bin', name);
// One program for all packages: one per package would parse the same sources again for each of them.
// TypeScript 7 takes a third of the time of version 6, which is there for ESLint's parser. One thread, because another
// step runs on the second core.
const tsc = (project) => [
  ...[node, 'node_modules/typescript-7/bin/tsc', '--singleThreaded', '--noEmit'],
  ...['-p', project],
];
// V8 for programs that load many modules and stop soon. A large young generation, because most objects become
// garbage soon. The old generation is not collected before it is large, nor while a program waits, nor after each 64 MB
// of buffers, as V8 does by default. Compiled functions are kept, because the next test file calls them too.
const v8Flags = [
  ...['--min-semi-space-size=64', '--max-semi-space-size=64', '--initial-old-space-size=1000'],
  ...['--no-memory-reducer', '--external-memory-accounted-in-global-limit', '--no-flush-bytecode'],
];
const jest = (config, ...more) => [
  ...[node, ...v8Flags, '--experimental-vm-modules', bin('jest'), '-c', config],
  ...more,
];
const together = `--testPathIgnorePatterns=${LOADED_TOGETHER}`;

const endToEnd = process.argv.includes('--skip-e2e')
  ? []
  : [['End to end', jest('e2e/jest.config.cjs', '--maxWorkers=3', together)]];

/** The steps of a phase run two at a time. Most of them use one core, or wait often. Phases run one after another. */
const phases = [
  [
    ['Programs', [node, 'scripts/system-packages.mjs']],
    ['Lint', [node, ...v8Flags, bin('eslint'), '--max-warnings', '0', '.']],
    ['Lint with types', [node, bin('oxlint'), '--threads=1']],
    ['Build', [node, 'scripts/build.mjs']],
    ['Types', tsc('tsconfig.json')],
    ['Types of the client', tsc('web/tsconfig.json')],
    ['Formatting', [node, bin('prettier'), '--check', '.']],
    ['Known advisories', [node, 'scripts/supply-chain/check-advisories.mjs']],
  ],
  [
    ['Tests', jest('jest.packages.config.cjs', '--maxWorkers=2')],
    // After the build, because some compare generated files with the code.
    ['Rules of the house', [node, '--test', 'scripts/**/*.test.mjs']],
    ...endToEnd,
  ],
];

const totals = new Totals();
const failures = [];
for (const steps of phases) {
  for (const { name, command, ok, output } of await runPhase(steps)) {
    if (!ok && isCi && (await passesAgain(command, output, write))) {
      totals.addRepeated(output);
      continue;
    }
    totals.add(output);
    if (!ok) failures.push(name);
  }
}

if (isCi && totals.missing.length > 0) failures.push('what this machine lacks');
if (isCi && totals.skipped > 0) failures.push('skipped tests');
for (const sentence of totals.missing) write(`${sentence}\n`);
if (failures.length > 0) write(`Failed: ${failures.join(', ')}\n`);
write(String(totals));
process.exit(failures.length > 0 ? 1 : 0);
