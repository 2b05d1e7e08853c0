import { join } from 'node:path';
import { installSystemPackages } from './system-packages.mjs';
import { runStep } from './test-run/run-step.mjs';
import { Totals } from './test-run/totals.mjs';

/**
 * `npm test`: everything that must hold, cheapest failures first. In CI a skipped test, a missing program and a
 * missing server are failures: a green run has run everything.
 * `npm test -- --skip-e2e` leaves out the end-to-end tests.
 */
const isCi = Boolean(process.env.CI);
const bin = (name) => join('node_modules', '.bin', name);
const nx = (target, ...more) => [
  ...[process.execPath, bin('nx'), 'run-many', '-t', target, '--outputStyle=static'],
  ...more,
];
// One program for all packages: one per package would parse the same sources nineteen times.
const tsc = (project) => [process.execPath, bin('tsc'), '--noEmit', '-p', project];
const e2e = (...more) => [
  ...[process.execPath, '--experimental-vm-modules', bin('jest'), '-c', 'e2e/jest.config.cjs'],
  ...more,
];
// Fault tests kill servers and measure how long the others take to recover: nothing runs beside them.
const faults = 'e2e/src/faults';

const missing = installSystemPackages();
const steps = [
  ['Formatting', [process.execPath, bin('prettier'), '--check', '.']],
  ['Types', tsc('tsconfig.json')],
  ['Types of the client', tsc('web/tsconfig.json')],
  ['Lint', nx('lint', '--skip-nx-cache')],
  ['Build', nx('build')],
  // After the build, because some compare generated files with the code.
  ['Rules of the house', [process.execPath, '--test', 'scripts/**/*.test.mjs']],
  ['Known advisories', [process.execPath, 'scripts/supply-chain/check-advisories.mjs']],
  ['Tests', nx('test', '--parallel=1')],
  ...(process.argv.includes('--skip-e2e')
    ? []
    : [
        ['End to end', e2e('--maxWorkers=2', `--testPathIgnorePatterns=${faults}`)],
        ['Under faults', e2e('--runInBand', faults)],
        ['End to end on many processes', e2e('--runInBand'), { WAYBILL_PROFILE: 'cluster' }, missingServers],
      ]),
];

const totals = new Totals();
const failures = [];
for (const [name, command, environment, unavailable] of steps) {
  const reasons = (await unavailable?.()) ?? [];
  if (reasons.length > 0) {
    missing.push(...reasons.map((reason) => `Skipped "${name}": ${reason}`));
    continue;
  }
  process.stdout.write(`── ${name}\n`);
  const began = Date.now();
  const { ok, output } = await runStep(command, environment);
  totals.add(output);
  process.stdout.write(`${ok ? '✔' : '✖'} ${name} (${Math.round((Date.now() - began) / 1000)} s)\n\n`);
  if (!ok) failures.push(name);
}

if (isCi && missing.length > 0) failures.push('what this machine lacks');
if (isCi && totals.skipped > 0) failures.push('skipped tests');
for (const sentence of missing) process.stdout.write(`${sentence}\n`);
if (failures.length > 0) process.stdout.write(`Failed: ${failures.join(', ')}\n`);
process.stdout.write(String(totals));
process.exit(failures.length > 0 ? 1 : 0);

/** Why this machine cannot start the servers of many processes: a sentence for each of them. Needs the build. */
async function missingServers() {
  const { startMinio, startRabbitMq, startRedis } = await import('../libs/testing/dist/index.js');
  return [startRabbitMq, startRedis, startMinio].flatMap((start) => start.unavailable() ?? []);
}
