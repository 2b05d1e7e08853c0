import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installSystemPackages } from './system-packages.mjs';

/**
 * `npm test`: everything that must hold, in the order in which a failure is cheapest to learn of.
 * `npm test -- --skip-e2e` leaves the browser out.
 */
const nx = [process.execPath, join('node_modules', '.bin', 'nx')];
const jest = [process.execPath, '--experimental-vm-modules', join('node_modules', '.bin', 'jest')];
// One program for all: nineteen of them would read the same sources nineteen times.
const tsc = [process.execPath, join('node_modules', '.bin', 'tsc'), '--noEmit'];
const e2e = [...jest, '-c', 'e2e/jest.config.cjs', '--runInBand'];
const skipE2e = process.argv.includes('--skip-e2e');

const missing = installSystemPackages();
const steps = [
  ['Formatting', [process.execPath, join('node_modules', '.bin', 'prettier'), '--check', '.']],
  ['Types', [...tsc, '-p', 'tsconfig.json']],
  ['Types of the client', [...tsc, '-p', 'web/tsconfig.json']],
  ['Lint', [...nx, 'run-many', '-t', 'lint', '--outputStyle=static', '--skip-nx-cache']],
  ['Build', [...nx, 'run-many', '-t', 'build', '--outputStyle=static']],
  // After the build, as some compare what is written beside the code with the code.
  ['Rules of the house', [process.execPath, '--test', 'scripts/**/*.test.mjs']],
  ['Tests', [...nx, 'run-many', '-t', 'test', '--outputStyle=static', '--parallel=1']],
  ...(skipE2e
    ? []
    : [
        ['End to end', e2e],
        ['End to end on many processes', e2e, { WAYBILL_PROFILE: 'cluster' }, missingServers],
      ]),
];

const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
for (const [name, command, environment, unavailable] of steps) {
  const reasons = (await unavailable?.()) ?? [];
  if (reasons.length > 0) {
    missing.push(...reasons.map((reason) => `Skipped "${name}": ${reason}`));
    continue;
  }
  const began = Date.now();
  const ok = await run(name, command, environment);
  process.stdout.write(`${ok ? '✔' : '✖'} ${name} (${Math.round((Date.now() - began) / 1000)} s)\n\n`);
  if (!ok) failures.push(name);
}

for (const sentence of missing) process.stdout.write(`${sentence}\n`);
if (failures.length > 0) process.stdout.write(`Failed: ${failures.join(', ')}\n`);
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
process.exit(failures.length > 0 ? 1 : 0);

/** Why this machine cannot start the servers of many processes: a sentence for each of them. Needs the build. */
async function missingServers() {
  const { startMinio, startRabbitMq, startRedis } = await import('../libs/testing/dist/index.js');
  return [startRabbitMq, startRedis, startMinio].flatMap((start) => start.unavailable() ?? []);
}

/** Runs a step, shows what it says, and adds up the tests it counts. */
function run(name, [program, ...args], environment = {}) {
  process.stdout.write(`── ${name}\n`);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment, FORCE_COLOR: '0' },
    });
    let output = '';
    const show = (chunk) => {
      process.stdout.write(chunk);
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', show);
    child.stderr.setEncoding('utf8').on('data', show);
    child.on('close', (code) => {
      count(output);
      resolve(code === 0);
    });
  });
}

/** Jest's "Tests: 1 skipped, 2 passed, 3 total" and node's "# pass 2". */
function count(output) {
  for (const [, line] of output.matchAll(/^\s*Tests:\s+(.*)$/gm)) {
    for (const [, number, kind] of line.matchAll(/(\d+) (passed|failed|skipped)/g))
      totals[kind] += Number(number);
  }
  for (const [, kind, number] of output.matchAll(/^[#ℹ] (pass|fail|skipped) (\d+)$/gm)) {
    totals[{ pass: 'passed', fail: 'failed', skipped: 'skipped' }[kind]] += Number(number);
  }
}
