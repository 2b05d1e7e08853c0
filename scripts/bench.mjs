import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** `npm run bench`: builds what is not built, then measures Waybill beside its references (docs/benchmarks.md). */
const nx = [join('node_modules', '.bin', 'nx'), 'run-many', '-t', 'build', '--outputStyle=static'];
const { status, stdout, stderr } = spawnSync(process.execPath, nx, { encoding: 'utf8' });
if (status !== 0) {
  process.stderr.write(`${stdout}${stderr}\nWaybill could not be built.\n`);
  process.exit(1);
}
await import('../bench/dist/main.js');
